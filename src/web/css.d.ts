// A stylesheet is imported for its effect: vite makes a file of it.
declare module '*.css';
