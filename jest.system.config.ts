/** @jest-config-loader esbuild-register */
import { createConfig } from './jest.config';

// Read by api/src/testing: its system tests run on the embedded database and on PostgreSQL.
process.env['TEST_DATABASE'] ??= 'both';

export default createConfig('system');
