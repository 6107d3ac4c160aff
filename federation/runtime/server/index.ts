export { loadServerRemote, type LoadModule, type NodeBuild } from './loadRemote';
