//! Which version rules a `kind` means.

/// Rules for comparing versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Debian's.
    Dpkg,
    /// Of RPM packages.
    Rpm,
    /// Alpine's.
    Apk,
    /// Semantic versioning, and what is near it.
    Semver,
    /// The same of .NET, where letter case does not count.
    NuGet,
    /// The same of Dart and Julia, where build metadata orders too.
    Pub,
    /// PHP's.
    Composer,
    /// Ruby's.
    Gem,
    /// Python's.
    Pep440,
    /// Maven's.
    Maven,
    /// A package of an operating system that is not named.
    SomeSystem,
    /// No rules are known: digits as numbers, the rest as text.
    Natural,
}

/// Words of a kind, in lower case, and what they mean. The first word of a kind that is known decides. Words that occur in kinds
/// of every sort, such as `packages`, are not among them.
const WORDS: [(&[&str], Scheme); 10] = [
    (&["dpkg", "deb", "debian", "ubuntu", "distroless", "raspbian", "echo"], Scheme::Dpkg),
    (
        &[
            "rpm",
            "rhel",
            "redhat",
            "hat",
            "centos",
            "fedora",
            "rocky",
            "alma",
            "almalinux",
            "anolis",
            "oracle",
            "oraclelinux",
            "amazon",
            "amzn",
            "suse",
            "opensuse",
            "sles",
            "sle",
            "slem",
            "photon",
            "mariner",
            "azurelinux",
            "openeuler",
            "rpmdb",
            "amazonlinux",
            "rockylinux",
            "opensuseleap",
            "bottlerocket",
            "coreos",
            "mageia",
            // Arch orders as RPM does.
            "alpm",
            "archlinux",
            "pacman",
        ],
        Scheme::Rpm,
    ),
    (&["apk", "alpine", "wolfi", "chainguard", "minimos", "postmarketos"], Scheme::Apk),
    (
        &[
            "npm",
            "yarn",
            "pnpm",
            "bun",
            "node",
            "nodejs",
            "javascript",
            "cargo",
            "rust",
            "crates",
            "go",
            "gomod",
            "golang",
            "gobinary",
            "swift",
            "hex",
            "kubernetes",
            "semver",
            "rustbinary",
            "nodepkg",
            "gomodules",
            "swifturl",
            "elixir",
            "k8s",
        ],
        Scheme::Semver,
    ),
    (&["nuget", "dotnet", "net", "props"], Scheme::NuGet),
    (&["pub", "dart", "julia"], Scheme::Pub),
    (&["composer", "packagist", "php"], Scheme::Composer),
    (&["gem", "gems", "gemspec", "rubygem", "rubygems", "bundler", "ruby", "cocoapods"], Scheme::Gem),
    (
        &[
            "pypi",
            "pip",
            "pipenv",
            "poetry",
            "python",
            "uv",
            "pylock",
            "wheel",
            "egg",
            "conda",
            "pep440",
            "pep",
            "pythonpkg",
        ],
        Scheme::Pep440,
    ),
    (&["maven", "mvn", "jar", "pom", "gradle", "java", "sbt", "war", "ear", "jenkins"], Scheme::Maven),
];

/// Most bytes of a kind that are read: no real one is nearly as long.
const LONGEST_KIND: usize = 256;

impl Scheme {
    /// Reads a kind such as `debian`, `os-pkgs/debian`, `lang-pkgs npm` or `centos7`; of a long one only the beginning.
    pub fn of_kind(kind: &str) -> Scheme {
        let kind = kind.get(..kind.floor_char_boundary(LONGEST_KIND)).unwrap_or_default();
        let words = || kind.split(|c: char| !c.is_ascii_alphanumeric());
        let system = words().any(|word| ["os", "system"].iter().any(|system| word.eq_ignore_ascii_case(system)));
        let known = words().find_map(|word| {
            let release = word.trim_end_matches(|c: char| c.is_ascii_digit());
            scheme_of(word).or_else(|| scheme_of(release))
        });
        match known {
            // For packages of an operating system, the word says what they are for: `Node OS packages`.
            Some(own @ (Scheme::Dpkg | Scheme::Rpm | Scheme::Apk)) => own,
            _ if system => Scheme::SomeSystem,
            known => known.unwrap_or(Scheme::Natural),
        }
    }
}

fn scheme_of(word: &str) -> Option<Scheme> {
    let means = |(words, _): &&(&[&str], Scheme)| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    WORDS.iter().find(means).map(|(_, scheme)| *scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_scanners_name_their_rules() {
        for (kind, scheme) in [
            ("debian", Scheme::Dpkg),
            ("os-pkgs/ubuntu", Scheme::Dpkg),
            ("os-pkgs opensuse.leap", Scheme::Rpm),
            ("cbl-mariner", Scheme::Rpm),
            ("centos7", Scheme::Rpm),
            ("Red Hat Enterprise Linux 8", Scheme::Rpm),
            ("debian12", Scheme::Dpkg),
            ("os-pkgs/alpine", Scheme::Apk),
            ("lang-pkgs/npm", Scheme::Semver),
            ("GoBinary", Scheme::Semver),
            ("crates.io", Scheme::Semver),
            ("7", Scheme::Natural),
            ("python-pkg", Scheme::Pep440),
            ("pep440", Scheme::Pep440),
            ("PEP 440", Scheme::Pep440),
            ("lang-pkgs: jar", Scheme::Maven),
            ("os-pkgs", Scheme::SomeSystem),
            ("operating_system_package_os", Scheme::SomeSystem),
            ("OS packages", Scheme::SomeSystem),
            ("Operating System Packages", Scheme::SomeSystem),
            ("Debian packages", Scheme::Dpkg),
            ("Node OS packages", Scheme::SomeSystem),
            ("packages-props", Scheme::NuGet),
            ("dotnet-core", Scheme::NuGet),
            ("lang-pkgs/composer-vendor", Scheme::Composer),
            ("pub", Scheme::Pub),
            ("julia", Scheme::Pub),
            ("echo", Scheme::Dpkg),
            ("CoreOS", Scheme::Rpm),
            ("PYTHONPKG", Scheme::Pep440),
            ("NODEPKG", Scheme::Semver),
            (".NET", Scheme::NuGet),
            ("K8s", Scheme::Semver),
            ("packages", Scheme::Natural),
            ("slem", Scheme::Rpm),
            ("os-pkgs/minimos", Scheme::Apk),
            ("Ruby packages", Scheme::Gem),
            ("lang-pkgs/bundler", Scheme::Gem),
            ("gemspec", Scheme::Gem),
            ("cocoapods", Scheme::Gem),
            ("raspbian", Scheme::Dpkg),
            ("amazonlinux:2023", Scheme::Rpm),
            ("rockylinux", Scheme::Rpm),
            ("conan", Scheme::Natural),
            ("", Scheme::Natural),
        ] {
            assert_eq!(Scheme::of_kind(kind), scheme, "{kind}");
        }
    }
}
