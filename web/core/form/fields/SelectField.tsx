/** Mantine's select, with the styles of its dropdown; Enter chooses the highlighted option and goes on. */
import '#web/core/ui/dropdown.css';
import './choices.css';
import { Select, type Primitive, type SelectProps } from '@mantine/core';
import { useGoesOnAfterChoice } from './useGoesOnAfterChoice.ts';

export function SelectField<Value extends Primitive = string>(props: SelectProps<Value>) {
  return <Select {...useGoesOnAfterChoice()} {...props} />;
}
