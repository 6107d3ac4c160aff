import { createRemoteConfig } from '@shop/federation/build';

export default createRemoteConfig(__dirname);
