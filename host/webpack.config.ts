import { createHostConfig } from '@shop/federation/build';

export default createHostConfig(__dirname);
