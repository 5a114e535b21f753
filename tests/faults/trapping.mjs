/**
 * The built module with a trap in it that a test can arm: what ships has no way to panic on purpose.
 *
 * The functions through which callbacks enter the module get a first step that looks at a new global, `armed`:
 * 1 traps there, 2 does first what the panic hook does (it says that the instance is lost). Where it is 3, the functions of
 * handles trap, and what frees them. The rest of the module is as built.
 */
import binaryen from "binaryen";

import { moduleBytes } from "./copies.mjs";

/** What the module uses; more would let the writer use encodings that engines do not know yet. */
const FEATURES = ["MutableGlobals", "SignExt", "NontrappingFPToInt", "BulkMemory", "BulkMemoryOpt", "SIMD128", "ReferenceTypes", "Multivalue"];

/** The patched bytes. Instances of it export the global `armed`. */
export function trappingModule() {
  const module = binaryen.readBinary(moduleBytes());
  module.setFeatures(FEATURES.reduce((all, name) => all | binaryen.Features[name], 0));
  const infos = Array.from({ length: module.getNumFunctions() }, (_, at) => binaryen.getFunctionInfo(module.getFunctionByIndex(at)));
  const hook = infos.find(({ base }) => base.includes("instanceDied"));
  module.addGlobal("armed", binaryen.i32, true, module.i32.const(0));
  module.addGlobalExport("armed", "armed");
  const step = (how, before = []) => {
    const isArmed = module.i32.eq(module.global.get("armed", binaryen.i32), module.i32.const(how));
    return module.if(isArmed, module.block(null, [...before, module.unreachable()]));
  };
  const [callbacks, handles] = [new Set(), new Set()];
  for (let at = 0; at < module.getNumExports(); at += 1) {
    const { name, kind, value } = binaryen.getExportInfo(module.getExportByIndex(at));
    if (kind !== binaryen.ExternalFunction) continue;
    if (/closures.*invoke/.test(name)) callbacks.add(value);
    if (/^scanhandle_|handle_free$|^clienthandle_dispose$/.test(name)) handles.add(value);
  }
  const begin = (names, steps) => {
    for (const name of names) {
      const pointer = module.getFunction(name);
      const { body, results } = binaryen.getFunctionInfo(pointer);
      binaryen.Function.setBody(pointer, module.block(null, [...steps(), body], results));
    }
  };
  begin(callbacks, () => [step(1), step(2, [module.call(hook.name, [], binaryen.none)])]);
  begin(handles, () => [step(3)]);
  if (hook === undefined || callbacks.size === 0 || handles.size === 0 || !module.validate()) throw new Error("the module could not be given a trap");
  return module.emitBinary();
}
