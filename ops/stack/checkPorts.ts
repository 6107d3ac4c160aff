import { readStackPorts, requireFreePorts } from './ports';

/** Run by `npm run stack` before it builds: exits with 1 if a port is in use. */
const checkPorts = async (): Promise<void> => {
  const { ports, s3 } = readStackPorts(process.env);
  await requireFreePorts({ ...ports, s3 });
};

checkPorts().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
