import { createHostConfig } from '@shop/build';
import { HostAssetsPlugin } from './build/HostAssetsPlugin';

export default createHostConfig(__dirname, () => [new HostAssetsPlugin(__dirname)]);
