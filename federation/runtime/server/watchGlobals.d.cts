/** Records the current globals. The returned function lists what has changed since, such as "Array.prototype.map". */
export declare const watchGlobals: () => () => string[];
