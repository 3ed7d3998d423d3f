/** Mantine's select, with the styles of its dropdown. */
import '#web/core/ui/dropdown.css';
import './choices.css';
export { Select as SelectField } from '@mantine/core';
