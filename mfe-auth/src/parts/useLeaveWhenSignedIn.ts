import { selectIsAuthenticated, useAppSelector } from '@shop/shared/state';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Redirects signed-in customers, including those who signed in from another tab (product.md 8.1). */
export const useLeaveWhenSignedIn = (to: string): void => {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const navigate = useNavigate();
  useEffect(() => {
    if (isAuthenticated) void navigate(to, { replace: true });
  }, [isAuthenticated, navigate, to]);
};
