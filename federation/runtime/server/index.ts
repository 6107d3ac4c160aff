export { loadedReleaseCount, loadServerRemote, type ServerRelease } from './loadRemote';
