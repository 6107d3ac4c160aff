export * from './apiClient';
