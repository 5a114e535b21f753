//! wasm-bindgen, wasm-opt and esbuild: from the compiled module to what the package ships of it.
//!
//! wasm-bindgen is linked in at the version the library pins, wasm-opt is the npm package `binaryen`: no tool has to
//! be installed and no version can drift. What each is told is decided here.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::{Bindgen, EncodeInto};
use xshell::cmd;

use crate::workspace::Workspace;

/// Passed to wasm-opt: what rustc's baseline and the project's own flags allow the module to use, and the aim. What rustc left
/// outside a function stays there: an engine makes a page wait longer for a large function, and its slow paths are seldom taken.
/// Inlining less (both sizes) and repeating the passes until nothing becomes smaller (`--converge`) is 0.7 KB less of the package,
/// and no slower.
pub const WASM_OPT: &[&str] = &[
    "-O3",
    "--converge",
    "--one-caller-inline-max-function-size=50",
    "--flexible-inline-max-function-size=10",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--strip-producers",
];

const WASM_OPT_PROGRAM: &str = "node_modules/binaryen/bin/wasm-opt";
/// esbuild is asked as a library: its program is a script or a binary, depending on how it was installed.
const MINIFY: &str = "
import { transform } from 'esbuild';
import { text } from 'node:stream/consumers';
const { code } = await transform(await text(process.stdin), { minify: true, format: 'esm', target: 'es2022' });
process.stdout.write(code);
";

const AS_TEXT: &str = "
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
const packed = gzipSync(await buffer(process.stdin), { level: 9 }).toString('base64');
process.stdout.write(`/** Made by the build: the module, gzip in base64. */\nexport const PACKED =\n  '${packed}';\n`);
";

/// The JavaScript glue and the module it loads.
pub struct Package {
    pub glue: String,
    pub module: Vec<u8>,
}

/// Makes the glue for a module as rustc left it. No default path in the glue: the package's own loader has it.
pub fn bind(module: &[u8]) -> Result<Package> {
    let mut output = Bindgen::new()
        .input_bytes("scanfold", module.to_vec())
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .reset_state_function(true)
        .encode_into(EncodeInto::Always)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let carries_snippets = output.snippets().values().any(|snippets| !snippets.is_empty());
    if carries_snippets || !output.local_modules().is_empty() {
        bail!(
            "the module carries inline JavaScript, which the package does not ship: use `raw_module` and a file under pkg/lib"
        );
    }
    let glue = import_once(output.js())?;
    let glue = define_members(&queue_through_soon(&guard_callbacks(&defer_text_coders(&glue)?)?)?)?;
    let glue = look_for_memory(&glue)?;
    Ok(Package { glue, module: output.wasm_mut().emit_wasm() })
}

/// Leaves out the repeated imports of one module, and the repeated keys they make: bundlers warn of them.
fn import_once(glue: &str) -> Result<String> {
    let is_import = |line: &str| line.starts_with("import * as import") && line.contains("\"./lib/");
    let is_key = |line: &str| line.starts_with("\"./lib/") && line.contains(": import");
    let module = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let (mut imported, mut keyed) = (HashSet::new(), HashSet::new());
    let lines = glue.lines().filter(|line| match line.trim() {
        import if is_import(import) => imported.insert(module(import)),
        key if is_key(key) => keyed.insert(module(key)),
        _ => true,
    });
    let once = lines.collect::<Vec<_>>().join("\n");
    if imported.is_empty() || keyed.is_empty() {
        bail!("wasm-bindgen's glue has changed: no imports of `pkg/lib` are found in it; look at xtask/src/glue.rs");
    }
    Ok(once)
}

/// Lets every callback enter the module through `runCallback` of `pkg/lib/instance.js`, also what frees what was collected: a trap in
/// one ends the instance properly instead of being an uncaught error, and callbacks of an instance that is gone do nothing.
fn guard_callbacks(glue: &str) -> Result<String> {
    const COLLECTED: &str = "new FinalizationRegistry(";
    const CALL: &str = "return f(a, state.b, ...args);";
    const STALE: &str = "throw new Error('Cannot invoke closure from previous WASM instance');";
    let glue = replace_expected(glue, CALL, "return runCallback(() => f(a, state.b, ...args));")?;
    let glue = replace_expected(&glue, STALE, "return;")?;
    let glue = replace_expected(&glue, COLLECTED, "whenCollected(")?;
    Ok(format!("import {{ runCallback, whenCollected }} from \"./lib/instance.js\";\n{glue}"))
}

/// Lets what runs next be queued by `soon` of `pkg/lib/turns.js`, which tests with simulated timers do not replace.
fn queue_through_soon(glue: &str) -> Result<String> {
    const QUEUE: &str = "queueMicrotask(arg0);";
    let glue = replace_expected(glue, QUEUE, "soon(arg0);")?;
    Ok(format!("import {{ soon }} from \"./lib/turns.js\";\n{glue}"))
}

/// Gives results their members through `put` of `pkg/lib/data.js`: a service may send one named like what every object inherits,
/// and where prototypes are frozen, assigning it throws.
fn define_members(glue: &str) -> Result<String> {
    const ASSIGN: &str = "arg0[arg1] = arg2;";
    let glue = replace_expected(glue, ASSIGN, "put(arg0, arg1, arg2);")?;
    Ok(format!("import {{ put }} from \"./lib/data.js\";\n{glue}"))
}

/// Looks for memory that has grown as the glue's other views do: what says whether a buffer is detached may be a script that SES
/// has put in its place, and wrong.
fn look_for_memory(glue: &str) -> Result<String> {
    const DETACHED: &str = "cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)";
    replace_expected(glue, DETACHED, "cachedDataViewMemory0.buffer.byteLength === 0")
}

/// Makes what reads and writes texts when the module starts, not when the package is imported: there are places, such as
/// Jest's jsdom, that have neither, and an import must not fail.
fn defer_text_coders(glue: &str) -> Result<String> {
    const DECODER: &str =
        "cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });\ncachedTextDecoder.decode();";
    const ENCODER: &str = "cachedTextEncoder = new TextEncoder();";
    const START: &str = "function __wbg_finalize_init(instance, module) {";
    let glue = replace_expected(glue, &format!("let {DECODER}"), "let cachedTextDecoder;")?;
    let glue = replace_expected(&glue, &format!("const {ENCODER}"), "let cachedTextEncoder;")?;
    replace_expected(&glue, START, &format!("{START}\n{DECODER}\n{ENCODER}"))
}

/// Puts something else in the place of what wasm-bindgen is known to write.
fn replace_expected(glue: &str, expected: &str, ours: &str) -> Result<String> {
    if !glue.contains(expected) {
        bail!("wasm-bindgen's glue has changed: `{expected}` is not in it any more; look at xtask/src/glue.rs");
    }
    Ok(glue.replace(expected, ours))
}

/// Takes names, comments and white space out of the glue; nobody reads it, and everybody loads it.
pub fn minify(workspace: &Workspace, glue: &str) -> Result<String> {
    let shell = &workspace.shell;
    cmd!(shell, "node --input-type=module --eval {MINIFY}")
        .stdin(glue)
        .quiet()
        .read()
        .context("esbuild refused the glue")
}

/// The module as a script that holds it, for whoever cannot ship a file beside theirs.
pub fn as_text(workspace: &Workspace, module: &[u8]) -> Result<String> {
    let shell = &workspace.shell;
    cmd!(shell, "node --input-type=module --eval {AS_TEXT}")
        .stdin(module)
        .quiet()
        .read()
        .context("node could not pack the module")
}

/// Optimises a module, by way of two files in `folder`.
pub fn optimise(workspace: &Workspace, folder: &Path, module: &[u8]) -> Result<Vec<u8>> {
    let (from, to) = (folder.join("bound.wasm"), folder.join("optimised.wasm"));
    fs::write(&from, module).with_context(|| format!("{} cannot be written", from.display()))?;
    let program = workspace.path(WASM_OPT_PROGRAM);
    let shell = &workspace.shell;
    let options = WASM_OPT;
    cmd!(shell, "node {program} {options...} -o {to} {from}").quiet().run().context("wasm-opt refused the module")?;
    fs::read(&to).with_context(|| format!("{} cannot be read", to.display()))
}

/// The versions of wasm-opt and esbuild, from their own package.json.
pub fn tool_versions(workspace: &Workspace) -> Result<[String; 2]> {
    let version = |package: &str| {
        let text = fs::read_to_string(workspace.path(format!("node_modules/{package}/package.json")))
            .with_context(|| format!("{package} is not installed"))?;
        let manifest: serde_json::Value = serde_json::from_str(&text)?;
        anyhow::Ok(manifest["version"].to_string())
    };
    Ok([version("binaryen")?, version("esbuild")?])
}
