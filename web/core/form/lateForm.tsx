import type { ComponentType } from 'react';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';

/** A form that is loaded when the browser is idle, or when it is opened. */
export function lateForm<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const useForm = lazyWithPreload(load);
  return function LateForm(props: Props) {
    const Form = useForm();
    return <Form {...props} />;
  };
}
