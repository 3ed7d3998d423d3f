/** The command menu (Ctrl K): finds records of every kind, leads to every screen, and begins new records. */
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { findEndpoint, findTexts } from '#contract/core/find.ts';
import { messageOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { PopupFrame } from '#web/core/ui/dialogs/PopupFrame.tsx';
import { InwardStatusPill } from '#web/buy/inward/InwardStatusPill.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { type Command, commandsOf, commandOfResult, partsOf, readTyped, SEARCH_INWARD } from './commands.ts';
import classes from './CommandMenu.module.css';
import { Key } from './Key.tsx';
import { addRecent, recentCommands } from './recent.ts';
import { popTyped } from '../../core/layout/typedAhead.ts';

const THROTTLE_MS = 60;
/** The longest term that the server takes. */
const LONGEST = 200;

const keys: readonly (readonly [name: string, does: string])[] = [
  ['↑ ↓', 'choose'],
  ['Enter', 'open'],
  ['Ctrl Enter', 'in a new tab'],
  ['>', 'actions'],
  ['#', 'IDs'],
  ['Esc', 'close'],
];

interface CommandMenuProps {
  opened: boolean;
  onClose: () => void;
}

export function CommandMenu({ opened, onClose }: CommandMenuProps) {
  const isPhone = useIsPhone();
  return (
    // At the top, so that the field stays in place while the results change.
    <PopupFrame
      opened={opened}
      onClose={onClose}
      title={findTexts.title}
      size="lg"
      centered={false}
      yOffset="10vh"
      fullScreen={isPhone}
      withClose
    >
      <Finder onDone={onClose} />
    </PopupFrame>
  );
}

function Finder({ onDone }: { onDone: () => void }) {
  const router = useRouter();
  const combobox = useCombobox({ opened: true });
  const [typed, setTyped] = useState('');
  const [eager, setEager] = useState(false);
  const read = readTyped(typed);
  const searched = read.scope === 'actions' ? '' : read.term;
  const term = useThrottledValue(searched, THROTTLE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(findEndpoint, { query: { search: term } }),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  });
  const isSettled = term === searched && (term === '' || error !== null || (data !== undefined && !isPlaceholderData));
  const records = searched === '' ? [] : (data ?? []);
  const groups = [
    { label: 'Recent', commands: typed.trim() === '' ? recentCommands() : [] },
    { label: 'Records', commands: records.map(commandOfResult) },
    ...commandsOf(read),
  ].filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((group) => group.commands);
  const nothing = commands.every(({ key }) => key === SEARCH_INWARD) && findTexts.nothing(read.term);

  const run = (command: Command | undefined, isElsewhere = false) => {
    if (!command) return;
    addRecent(command);
    onDone();
    const { href, begin } = command;
    if (isElsewhere && !begin) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    router.navigate({ to: href, href, state: begin ? { begin } : {} }).catch(console.error);
  };

  const onSettled = useEffectEvent(() => {
    if (!isSettled) return;
    if (eager) run(commands[0]);
    else combobox.selectFirstOption();
  });
  useEffect(() => onSettled(), [isSettled, data, searched, eager]);

  return (
    <Combobox store={combobox} onOptionSubmit={(key) => run(commands.find((command) => command.key === key))}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label={findTexts.title}
          placeholder={findTexts.placeholder}
          autoComplete="off"
          maxLength={LONGEST}
          value={typed}
          onFocus={() => {
            const ahead = popTyped();
            if (ahead) setTyped(ahead);
          }}
          leftSection={<IconSearch size={16} aria-hidden />}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEager(false);
          }}
          onKeyDown={(event) => {
            // The list stops Escape before the popup.
            if (event.key === 'Escape') onDone();
            // The list takes Enter itself once an option is chosen, which the first one is after it was drawn.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            const isElsewhere = event.ctrlKey || event.metaKey;
            const chosen = isSettled ? combobox.getSelectedOptionIndex() : -1;
            if (chosen >= 0 && !isElsewhere) return;
            // Before the answer arrives, Enter means its first record: the list must not choose one of the previous
            // results.
            combobox.resetSelectedOption();
            event.preventDefault();
            event.stopPropagation();
            if (isSettled) run(commands[Math.max(0, chosen)], isElsewhere);
            else setEager(true);
          }}
        />
      </Combobox.EventsTarget>
      <div className={classes.waiting} data-shown={!isSettled || undefined} />
      <Combobox.Options className={classes.results} aria-label="Found">
        {groups.map((group) => (
          <Combobox.Group key={group.label} label={group.label}>
            {group.commands.map((command) => (
              <Combobox.Option key={command.key} value={command.key}>
                <Shown command={command} term={read.scope === 'ids' ? '' : read.term} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p role="status" className={classes.nothing}>
        {error && searched !== '' ? messageOf(error) : isSettled && nothing}
      </p>
      <p className={classes.keys} aria-hidden>
        {keys.map(([name, does]) => (
          <span key={does}>
            <Key>{name}</Key> {does}
          </span>
        ))}
      </p>
    </Combobox>
  );
}

function Shown({ command, term }: { command: Command; term: string }) {
  const { label, kind, detail, figure, status } = command;
  return (
    <span className={classes.command}>
      <small className={classes.kind}>{kind}</small>
      <span className={classes.label}>
        <Marked text={label} term={term} />
        {detail && (
          <small>
            <Marked text={detail} term={term} />
          </small>
        )}
      </span>
      <span className={classes.figure}>
        {figure}
        {status && <InwardStatusPill status={status} />}
      </span>
    </span>
  );
}

/** A text with the term marked in it. */
function Marked({ text: whole, term }: { text: string; term: string }) {
  return partsOf(whole, term).map(({ text, isHit, at }) => (isHit ? <mark key={at}>{text}</mark> : text));
}
