/**
 * Plain JavaScript, because the processes that run releases have no compiler.
 *
 * Node's own `require` would give a release every built-in module: the network, and the channel of its process.
 */
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { compileFunction } = require('node:vm');

const NEIGHBOR = /^\.\/[\w.@+-]+$/;

/**
 * Returns a function that loads a CommonJS file by its absolute path, once. The file can require files next to it and
 * the given built-in modules, by name, and nothing else; `import()` is not available.
 */
const createModuleLoader = (builtIns = {}) => {
  const modules = new Map();
  const load = (file) => {
    const known = modules.get(file);
    if (known) return known.exports;
    const directory = path.dirname(file);
    const requireNeighbor = (name) => {
      if (Object.hasOwn(builtIns, name)) return builtIns[name];
      if (typeof name !== 'string' || !NEIGHBOR.test(name))
        throw new Error(`"${name}" is not available: a release can only require its own files`);
      return load(path.join(directory, name));
    };
    const module = { exports: {} };
    modules.set(file, module);
    try {
      const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
      const run = compileFunction(fs.readFileSync(file, 'utf8'), parameters, { filename: file });
      run.call(module.exports, module.exports, requireNeighbor, module, file, directory);
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };
  return load;
};

module.exports = { createModuleLoader };
