export { createRemoteLoader, RemoteUnavailableError, type RemoteLoader } from './loadRemote';
