import { selectIsAuthenticated, useAppSelector } from '@shop/shared/state';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Whoever is signed in, here or by another tab, goes on (product.md 8.1). */
export const useLeaveWhenSignedIn = (to: string): void => {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const navigate = useNavigate();
  useEffect(() => {
    if (isAuthenticated) void navigate(to, { replace: true });
  }, [isAuthenticated, navigate, to]);
};
