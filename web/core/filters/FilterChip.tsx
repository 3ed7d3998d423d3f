import { IconX } from '@tabler/icons-react';
import classes from './FilterChip.module.css';

interface FilterChipProps {
  label: string;
  /** Visible text, if it differs from the label. */
  shown?: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter with a few choices: dashed while it is not set, solid with a cross once it is. */
export function FilterChip({ label, shown = label, options, value, onChange }: FilterChipProps) {
  return (
    <span className={classes.chip} data-set={value !== undefined || undefined}>
      {value !== undefined && (
        <span className={classes.label} aria-hidden>
          {shown}
        </span>
      )}
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      >
        <option value="">{value === undefined ? `+ ${shown}` : `Any ${label.toLowerCase()}`}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value !== undefined && (
        <button
          type="button"
          className={classes.clear}
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
