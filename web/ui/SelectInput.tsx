/** For SelectField, which fetches it later. */
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
export { Select as SelectInput } from '@mantine/core';
