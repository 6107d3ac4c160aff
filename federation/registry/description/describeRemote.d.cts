import type { ModuleDescription } from '../release';

export const describeRemote: (remote: object) => ModuleDescription;
