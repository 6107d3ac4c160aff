export { loadServerRemote, type LoadModule, type ServerRelease } from './loadRemote';
