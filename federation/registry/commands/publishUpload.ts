import {
  createRefusal,
  RegistryError,
  resolveVersion,
  type Release,
  type RegistryAccess,
  type ReleaseUpload,
} from '..';

/**
 * Publishes an upload whose pages were opened here. One with failures is sent, too: the registry refuses it, and its
 * other checks may name the cause, such as a missing export.
 * @throws {RegistryError} `refused`, with the failures if the registry knows no cause.
 */
export const publishUpload = async (
  access: Pick<RegistryAccess, 'publish'>,
  upload: ReleaseUpload,
): Promise<Release> => {
  const { remote, failures = [] } = upload;
  if (failures.length === 0) return access.publish(upload);
  const refusal = createRefusal(failures, { remote, version: resolveVersion(upload) });
  await access.publish(upload).catch((error: unknown) => {
    // Older registries do not know the field `failures`.
    throw error instanceof RegistryError && error.code === 'refused' ? error : refusal;
  });
  throw refusal; // the registry had it already, from when its pages did not fail
};
