import { createElement, type ComponentType } from 'react';
import { lazyPart, lazyWithPreload, type UsePart } from './lazyWithPreload.ts';

function componentOf<Props extends object>(usePart: UsePart<ComponentType<Props>>) {
  const LazyComponent = (props: Props) => createElement(usePart(), props);
  return Object.assign(LazyComponent, { isLoaded: usePart.isLoaded });
}

/** A component that is loaded when it is first shown (`lazyPart`). */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return componentOf(lazyPart(load));
}

/** A component that is loaded when the browser is idle, or when it is first shown (`lazyWithPreload`). */
export function preloadedComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return componentOf(lazyWithPreload(load));
}
