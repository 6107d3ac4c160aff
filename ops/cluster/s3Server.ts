import { startS3 } from '@shop/server-kit/testing/startS3';

/** `s3Server.ts PORT DIRECTORY`: the bucket of a local cluster. */
const [port, directory = ''] = process.argv.slice(2);
startS3({ port: Number(port), directory }).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
