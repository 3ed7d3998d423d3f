/** SelectField's lazy chunk. */
import '#web/core/ui/dropdown.css';
import './choices.css';
export { Select as SelectInput } from '@mantine/core';
