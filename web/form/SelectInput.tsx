/** For SelectField, which fetches it later. */
import '#web/ui/dropdown.css';
import './choices.css';
export { Select as SelectInput } from '@mantine/core';
