import { useEffect, useState } from 'react';

/**
 * Returns a component that most visitors never need, once it is wanted and loaded. If loading fails, the visitor can
 * want it again.
 */
export const useOnDemand = <Component>(
  isWanted: boolean,
  load: () => Promise<Component>,
  onFailure: () => void,
): Component | undefined => {
  const [component, setComponent] = useState<Component>();
  useEffect(() => {
    if (isWanted) load().then((loaded) => setComponent(() => loaded), onFailure);
  }, [isWanted, load, onFailure]);
  return component;
};
