/** Writes down what there is now; what it answers names what has changed since, such as "Array.prototype.map". */
export declare const watchGlobals: () => () => string[];
