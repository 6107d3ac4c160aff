/** Returns a function that loads a CommonJS file by its absolute path, once, without Node's own modules. */
export declare const createModuleLoader: (
  builtIns?: Readonly<Record<string, unknown>>,
) => (file: string) => Record<string, unknown>;
