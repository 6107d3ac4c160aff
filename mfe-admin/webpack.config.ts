import { createRemoteConfig } from '@shop/build';

export default createRemoteConfig(__dirname);
