//! What the demo images are made of: packages of each kind, with versions in ascending order by the rules of that kind.

/// A package and the versions it went through.
pub(super) struct Package {
    pub(super) name: &'static str,
    pub(super) versions: &'static [&'static str],
}

/// Packages of one kind.
pub(super) struct Shelf {
    /// The kind on the wire.
    pub(super) kind: &'static str,
    pub(super) packages: &'static [Package],
}

const fn package(name: &'static str, versions: &'static [&'static str]) -> Package {
    Package { name, versions }
}

pub(super) const DEBIAN: Shelf = Shelf {
    kind: "debian",
    packages: &[
        package("apt", &["2.2.4", "2.6.1", "2.6.1+deb12u1"]),
        package("bash", &["5.1-2+deb11u1", "5.2.15-2", "5.2.15-2+b7"]),
        package("bsdutils", &["1:2.36.1-8+deb11u1", "1:2.38.1-5", "1:2.38.1-5+deb12u3"]),
        package("coreutils", &["8.32-4", "9.1-1", "9.4-3.1"]),
        package("curl", &["7.74.0-1.3+deb11u7", "7.88.1-10+deb12u4", "7.88.1-10+deb12u5", "7.88.1-10+deb12u8"]),
        package("dpkg", &["1.20.12", "1.20.13", "1.21.22"]),
        package("e2fsprogs", &["1.46.2-2", "1.47.0-2", "1.47.0-2+b2"]),
        package("git", &["1:2.30.2-1+deb11u2", "1:2.39.2-1.1", "1:2.39.5-0+deb12u1", "1:2.39.5-0+deb12u2"]),
        package("gpgv", &["2.2.27-2+deb11u2", "2.2.40-1.1", "2.2.40-1.1+deb12u1"]),
        package("gzip", &["1.10-4+deb11u1", "1.12-1"]),
        package("krb5-locales", &["1.18.3-6+deb11u4", "1.20.1-2", "1.20.1-2+deb12u2", "1.20.1-2+deb12u3"]),
        package("libc-bin", &["2.31-13+deb11u7", "2.36-9+deb12u1", "2.36-9+deb12u4", "2.36-9+deb12u9"]),
        package("libc6", &["2.31-13+deb11u7", "2.36-9+deb12u1", "2.36-9+deb12u4", "2.36-9+deb12u9"]),
        package("libexpat1", &["2.2.10-2+deb11u5", "2.5.0-1", "2.5.0-1+deb12u1"]),
        package("libgcrypt20", &["1.8.7-6", "1.10.1-3"]),
        package("libgnutls30", &["3.7.1-5+deb11u3", "3.7.9-2", "3.7.9-2+deb12u2", "3.7.9-2+deb12u3"]),
        package("libldap-2.5-0", &["2.5.13+dfsg-5", "2.5.16+dfsg-1", "2.5.18+dfsg-2"]),
        package("liblzma5", &["5.2.5-2.1~deb11u1", "5.4.1-0.2", "5.4.1-1"]),
        package("libncursesw6", &["6.2+20201114-2+deb11u2", "6.4-4", "6.4-4+deb12u1"]),
        package("libpam-modules", &["1.4.0-9+deb11u1", "1.5.2-6", "1.5.2-6+deb12u1"]),
        package("libsqlite3-0", &["3.34.1-3", "3.40.1-2", "3.40.1-2+deb12u1"]),
        package("libssl3", &["3.0.9-1", "3.0.11-1~deb12u1", "3.0.13-1~deb12u1", "3.0.15-1~deb12u1"]),
        package("libsystemd0", &["247.3-7+deb11u4", "252.17-1~deb12u1", "252.22-1~deb12u1", "252.30-1~deb12u2"]),
        package("libtiff6", &["4.5.0-6", "4.5.0-6+deb12u1", "4.5.0-6+deb12u2"]),
        package("libxml2", &["2.9.10+dfsg-6.7+deb11u4", "2.9.14+dfsg-1.2", "2.9.14+dfsg-1.3~deb12u1"]),
        package("login", &["1:4.8.1-1", "1:4.13+dfsg1-1", "1:4.13+dfsg1-1+b1"]),
        package("openssh-client", &["1:8.4p1-5+deb11u3", "1:9.2p1-2", "1:9.2p1-2+deb12u2", "1:9.2p1-2+deb12u3"]),
        package("perl-base", &["5.32.1-4+deb11u3", "5.36.0-7", "5.36.0-7+deb12u1"]),
        package("tar", &["1.34+dfsg-1", "1.34+dfsg-1.2", "1.34+dfsg-1.2+deb12u1"]),
        package("zlib1g", &["1:1.2.11.dfsg-2+deb11u2", "1:1.2.13.dfsg-1", "1:1.2.13.dfsg-1+b1"]),
    ],
};

pub(super) const ALPINE: Shelf = Shelf {
    kind: "alpine",
    packages: &[
        package("apk-tools", &["2.12.7-r3", "2.14.0-r2", "2.14.4-r0"]),
        package("busybox", &["1.35.0-r29", "1.36.1-r2", "1.36.1-r5", "1.36.1-r15"]),
        package("c-ares", &["1.18.1-r0", "1.19.1-r0", "1.27.0-r0"]),
        package("expat", &["2.5.0-r1", "2.6.0-r0", "2.6.3-r0"]),
        package("libcrypto3", &["3.1.0-r4", "3.1.4-r0", "3.1.4-r5", "3.1.7-r0"]),
        package("libcurl", &["8.1.2-r0", "8.4.0-r0", "8.5.0-r0", "8.9.1-r1"]),
        package("libssl3", &["3.1.0-r4", "3.1.4-r0", "3.1.4-r5", "3.1.7-r0"]),
        package("libxml2", &["2.11.4-r0", "2.11.6-r0", "2.11.8-r0"]),
        package("musl", &["1.2.3-r4", "1.2.4-r1", "1.2.4_git20230717-r4"]),
        package("ncurses-libs", &["6.4_p20230506-r0", "6.4_p20231125-r0"]),
        package("nghttp2-libs", &["1.51.0-r0", "1.57.0-r0", "1.58.0-r0"]),
        package("nginx", &["1.24.0-r6", "1.24.0-r7", "1.24.0-r15"]),
        package("sqlite-libs", &["3.41.2-r2", "3.44.2-r0", "3.45.3-r1"]),
        package("ssl_client", &["1.35.0-r29", "1.36.1-r2", "1.36.1-r15"]),
        package("zlib", &["1.2.12-r3", "1.2.13-r1", "1.3.1-r0"]),
    ],
};

pub(super) const REDHAT: Shelf = Shelf {
    kind: "redhat",
    packages: &[
        package("bind-libs", &["32:9.16.23-11.el9", "32:9.16.23-14.el9_3", "32:9.16.23-18.el9_4.6"]),
        package("curl-minimal", &["7.76.1-23.el9", "7.76.1-26.el9_3.2", "7.76.1-29.el9_4.1"]),
        package("dbus", &["1:1.12.20-7.el9_1", "1:1.12.20-8.el9"]),
        package("expat", &["2.5.0-1.el9", "2.5.0-1.el9_3.1", "2.5.0-2.el9_4.1"]),
        package("glibc", &["2.34-60.el9", "2.34-83.el9_3.7", "2.34-100.el9_4.2", "2.34-100.el9_4.4"]),
        package("gnutls", &["3.7.6-23.el9", "3.8.3-1.el9", "3.8.3-4.el9_4"]),
        package(
            "java-17-openjdk-headless",
            &["1:17.0.8.0.7-2.el9", "1:17.0.10.0.7-2.el9", "1:17.0.12.0.7-2.el9", "1:17.0.13.0.11-3.el9"],
        ),
        package("krb5-libs", &["1.20.1-9.el9", "1.21.1-1.el9", "1.21.1-2.el9_4"]),
        package("libarchive", &["3.5.3-4.el9", "3.5.3-5.el9_6"]),
        package("libnghttp2", &["1.43.0-5.el9", "1.43.0-5.el9_3.1", "1.43.0-5.el9_4.3"]),
        package("libxml2", &["2.9.13-3.el9_1", "2.9.13-5.el9_3", "2.9.13-6.el9_4"]),
        package("ncurses-libs", &["6.2-8.20210508.el9", "6.2-10.20210508.el9"]),
        package("openldap", &["2.6.2-3.el9", "2.6.6-3.el9"]),
        package("openssl-libs", &["1:3.0.7-6.el9_2", "1:3.0.7-25.el9_3", "1:3.0.7-27.el9", "1:3.0.7-28.el9_4"]),
        package("python3", &["3.9.16-1.el9", "3.9.18-1.el9_3", "3.9.18-3.el9_4.6"]),
        package("rpm", &["4.16.1.3-22.el9", "4.16.1.3-27.el9_3", "4.16.1.3-29.el9"]),
        package("sqlite-libs", &["3.34.1-6.el9_1", "3.34.1-7.el9_3"]),
        package("systemd", &["252-13.el9_2", "252-18.el9", "252-32.el9_4.7"]),
        package("vim-minimal", &["2:8.2.2637-16.el9_0.3", "2:8.2.2637-20.el9_1", "2:8.2.2637-21.el9"]),
        package("zlib", &["1.2.11-35.el9_1", "1.2.11-40.el9", "1.2.11-41.el9_4"]),
    ],
};

pub(super) const NPM: Shelf = Shelf {
    kind: "npm",
    packages: &[
        package("@babel/traverse", &["7.20.1", "7.22.8", "7.23.2", "7.25.7"]),
        package("axios", &["0.21.1", "0.27.2", "1.5.1", "1.6.0", "1.7.4"]),
        package("body-parser", &["1.19.0", "1.20.1", "1.20.3"]),
        package("braces", &["2.3.2", "3.0.2", "3.0.3"]),
        package("cookie", &["0.4.1", "0.5.0", "0.7.0"]),
        package("cross-spawn", &["7.0.2", "7.0.3", "7.0.5"]),
        package("express", &["4.17.1", "4.18.2", "4.19.2", "4.20.0"]),
        package("follow-redirects", &["1.14.7", "1.15.2", "1.15.4", "1.15.6"]),
        package("ip", &["1.1.5", "1.1.8", "1.1.9", "2.0.1"]),
        package("json5", &["1.0.1", "2.2.1", "2.2.2"]),
        package("jsonwebtoken", &["8.5.1", "9.0.0"]),
        package("loader-utils", &["1.4.0", "2.0.2", "2.0.4", "3.2.1"]),
        package("lodash", &["4.17.15", "4.17.20", "4.17.21"]),
        package("micromatch", &["3.1.10", "4.0.5", "4.0.8"]),
        package("minimatch", &["3.0.4", "3.0.5", "3.1.2"]),
        package("node-fetch", &["2.6.1", "2.6.7", "3.1.1"]),
        package("path-to-regexp", &["0.1.7", "0.1.10", "0.1.12"]),
        package("qs", &["6.5.2", "6.5.3", "6.10.3"]),
        package("semver", &["5.7.1", "6.3.0", "6.3.1", "7.5.2"]),
        package("tough-cookie", &["2.5.0", "4.1.2", "4.1.3"]),
        package("undici", &["5.22.1", "5.26.2", "5.28.4", "6.11.1"]),
        package("vite", &["4.3.9", "4.5.1", "5.0.12", "5.4.6"]),
        package("webpack-dev-middleware", &["5.3.3", "5.3.4", "6.1.2"]),
        package("ws", &["7.5.9", "7.5.10", "8.13.0", "8.17.1"]),
    ],
};

pub(super) const PIP: Shelf = Shelf {
    kind: "pip",
    packages: &[
        package("aiohttp", &["3.8.4", "3.8.6", "3.9.2", "3.10.2"]),
        package("certifi", &["2022.9.24", "2022.12.7", "2023.7.22", "2024.7.4"]),
        package("cryptography", &["39.0.1", "41.0.4", "42.0.2", "43.0.1"]),
        package("Django", &["3.2.18", "4.2.7", "4.2.11", "4.2.16"]),
        package("idna", &["2.10", "3.4", "3.7"]),
        package("Jinja2", &["2.11.3", "3.1.2", "3.1.3", "3.1.4"]),
        package("Pillow", &["9.3.0", "10.0.1", "10.2.0", "10.3.0"]),
        package("PyYAML", &["5.3", "5.3.1", "5.4"]),
        package("requests", &["2.27.1", "2.31.0", "2.32.0"]),
        package("setuptools", &["58.1.0", "65.5.1", "70.0.0"]),
        package("urllib3", &["1.26.9", "1.26.17", "1.26.18", "2.0.7", "2.2.2"]),
        package("Werkzeug", &["2.2.2", "2.2.3", "3.0.1", "3.0.3"]),
    ],
};

pub(super) const GOMOD: Shelf = Shelf {
    kind: "gomod",
    packages: &[
        package(
            "github.com/docker/docker",
            &["v20.10.17+incompatible", "v24.0.7+incompatible", "v26.1.4+incompatible"],
        ),
        package("github.com/go-jose/go-jose/v3", &["v3.0.0", "v3.0.1", "v3.0.3"]),
        package("github.com/golang-jwt/jwt/v4", &["v4.4.2", "v4.5.0", "v4.5.1"]),
        package("golang.org/x/crypto", &["v0.13.0", "v0.17.0", "v0.31.0"]),
        package("golang.org/x/net", &["v0.10.0", "v0.17.0", "v0.23.0", "v0.33.0"]),
        package("golang.org/x/oauth2", &["v0.5.0", "v0.16.0", "v0.27.0"]),
        package("google.golang.org/grpc", &["v1.52.0", "v1.56.3", "v1.58.3"]),
        package("google.golang.org/protobuf", &["v1.28.1", "v1.31.0", "v1.33.0"]),
        package("stdlib", &["v1.19.13", "v1.20.10", "v1.21.8", "v1.22.7"]),
    ],
};

pub(super) const JAR: Shelf = Shelf {
    kind: "jar",
    packages: &[
        package("ch.qos.logback:logback-core", &["1.2.3", "1.2.13", "1.4.14"]),
        package("com.fasterxml.jackson.core:jackson-databind", &["2.9.8", "2.12.7", "2.13.4.1", "2.14.2"]),
        package("com.google.guava:guava", &["29.0-jre", "30.0-jre", "32.0.0-jre"]),
        package("com.h2database:h2", &["1.4.200", "2.0.206", "2.1.210"]),
        package("com.thoughtworks.xstream:xstream", &["1.4.11", "1.4.17", "1.4.19", "1.4.21"]),
        package("commons-io:commons-io", &["2.6", "2.7", "2.14.0"]),
        package("io.netty:netty-codec-http2", &["4.1.77.Final", "4.1.94.Final", "4.1.100.Final"]),
        package("net.minidev:json-smart", &["2.3", "2.4.9", "2.5.2"]),
        package("org.apache.commons:commons-text", &["1.9", "1.10.0"]),
        package("org.apache.logging.log4j:log4j-core", &["2.13.3", "2.14.1", "2.15.0", "2.17.1"]),
        package("org.apache.tomcat.embed:tomcat-embed-core", &["9.0.62", "9.0.81", "9.0.86", "9.0.98"]),
        package("org.springframework:spring-web", &["5.3.18", "5.3.32", "5.3.34", "6.1.14"]),
        package("org.yaml:snakeyaml", &["1.26", "1.31", "1.33", "2.0"]),
    ],
};
