import '#web/core/ui/dropdown.css';
import '#web/core/form/fields/choices.css';
import { Combobox, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { kinds } from '#contract/kinds.ts';
import { messageOf } from '#web/core/api/client.ts';
import type { LookupFieldProps } from './lookup.ts';
import { LookupChoices, optionOf } from './LookupChoices.tsx';
import classes from './LookupField.module.css';
import { useLookupInput } from './useLookupInput.ts';

/** In pixels. The chip of a filter is narrower than most names. */
const WIDTH_IN_PORTAL = 300;
/** The options that make a record of a kind; ids are numbers. */
const CREATE = 'create ';

/**
 * A combobox that searches on the server. Enter and Tab choose the first match; pressed before the answer arrives, Enter
 * chooses it on arrival. Where Enter goes from field to field, it then goes on.
 */
export function LookupField<Row>({ hint, inPortal = false, ...props }: LookupFieldProps<Row>) {
  const { toChoice } = props;
  const { field, inputProps, combobox, isPrepared, trimmed, choices, inactive, choose, creatable, createTyped } =
    useLookupInput(props);
  const { rows, settled, error } = choices;
  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      withinPortal={inPortal}
      width={inPortal ? WIDTH_IN_PORTAL : 'target'}
      position="bottom-start"
      onOptionSubmit={(value) => {
        const kind = creatable.find((each) => value === CREATE + each);
        if (kind !== undefined) createTyped(kind);
        else choose(rows.find((row) => optionOf(toChoice(row)) === value));
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...inputProps}
          ref={field}
          autoComplete="off"
          rightSection={<IconSelector size={15} aria-hidden />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      {isPrepared && (
        <Combobox.Dropdown hidden={!combobox.dropdownOpened}>
          {/* Chromium's Tab focuses elements that scroll. This one closes when the field loses the focus. */}
          <Combobox.Options mah={260} tabIndex={-1} className={classes.options} aria-label="Choices">
            {/* While closed, fifty in each line of a form would be rendered for nothing. */}
            {combobox.dropdownOpened && (
              <LookupChoices rows={rows} toChoice={toChoice} hint={hint} chosen={props.chosen} />
            )}
            {creatable.map((kind) => (
              <Combobox.Option key={kind} value={CREATE + kind} className={classes.create}>
                Create {creatable.length > 1 && `${kinds[kind].label.toLowerCase()} `}“{trimmed}”
              </Combobox.Option>
            ))}
            {inactive !== undefined && <Combobox.Empty>{inactive}</Combobox.Empty>}
            {rows.length === 0 && creatable.length === 0 && inactive === undefined && (
              <Combobox.Empty>{error ? messageOf(error) : settled ? 'Nothing found' : 'Searching…'}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}
