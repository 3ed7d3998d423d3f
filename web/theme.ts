/** Godown's design tokens: each colour for light and for dark. Style sheets use only these names. */
import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineTheme } from '@mantine/core';

const tokens = {
  page: ['#f6f6f2', '#161816'],
  sidebar: ['#efefe9', '#1b1e1b'],
  surface: ['#ffffff', '#1f221f'],
  hairline: ['#e3e3db', '#2f342f'],
  'button-border': ['#cfcfc5', '#434943'],
  'input-border': ['#8a9089', '#6f776f'],
  ink: ['#1f2320', '#e8ebe6'],
  dim: ['#565d57', '#b0b8b0'],
  faint: ['#666d66', '#98a098'],
  // Too faint for text: only for the zeros that align decimal points.
  pale: ['#c6c8c0', '#555c55'],
  primary: ['#2b6a3c', '#6fbf82'],
  'on-primary': ['#ffffff', '#10240f'],
  pressed: ['#23572f', '#86cf97'],
  tint: ['#e8f0e6', '#25332a'],
  red: ['#b3261e', '#ff9d94'],
  'red-ground': ['#fdecea', '#3b2220'],
  yellow: ['#855600', '#f1c76b'],
  'yellow-ground': ['#fdf3dc', '#3a301a'],
  // Not for letters, which could not be read in it.
  'yellow-sign': ['#e6ac00', '#f1c76b'],
  green: ['#1f6b35', '#86d39a'],
  'green-ground': ['#e3f2e5', '#20351f'],
} as const;

/** Mantine's variables mapped to the tokens, so that its components need no style of ours. */
const mantineNames = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-anchor': 'var(--primary)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--tint)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--hairline)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--pressed)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-color-leaf-filled': 'var(--primary)',
  '--mantine-color-leaf-filled-hover': 'var(--pressed)',
  '--mantine-color-leaf-light': 'var(--tint)',
  '--mantine-color-leaf-light-hover': 'var(--tint)',
  '--mantine-color-leaf-light-color': 'var(--primary)',
  '--mantine-color-leaf-text': 'var(--primary)',
  '--mantine-color-leaf-outline': 'var(--primary)',
};

function scheme(index: 0 | 1): Record<string, string> {
  const own = Object.entries(tokens).map(([name, values]) => [`--${name}`, values[index]]);
  return { ...Object.fromEntries(own), ...mantineNames };
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: scheme(0), dark: scheme(1) });

const buttonColors: MantineTheme['variantColorResolver'] = (input) => {
  const strong = input.color === 'red' ? 'var(--red)' : 'var(--primary)';
  switch (input.variant) {
    case 'filled':
      return {
        background: strong,
        hover: input.color === 'red' ? strong : 'var(--pressed)',
        // The dark scheme's red is light and needs dark text.
        color: input.color === 'red' ? 'var(--surface)' : 'var(--on-primary)',
        border: '1px solid transparent',
      };
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--tint)',
        color: 'var(--ink)',
        border: '1px solid var(--button-border)',
      };
    case 'subtle':
      return {
        background: 'transparent',
        hover: input.color === 'red' ? 'var(--red-ground)' : 'var(--tint)',
        color: input.color === 'gray' ? 'var(--dim)' : strong,
        border: '1px solid transparent',
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

export const theme = createTheme({
  fontFamily: '"Indian scripts", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontSizes: { xs: '0.78125rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.3' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 4 },
  colors: {
    leaf: [
      '#eef5ec',
      '#e8f0e6',
      '#c3dcc4',
      '#98ccA2',
      '#6fbf82',
      '#4f9d63',
      '#3a8050',
      '#2b6a3c',
      '#23572f',
      '#193f22',
    ],
  },
  variantColorResolver: buttonColors,
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    InputWrapper: {
      defaultProps: {
        // styles.css draws the asterisk, so that it is not part of the label's text.
        withAsterisk: false,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
    },
    // An attribute of the element, so that the style sheet of a page's head finds the primary one.
    Button: { defaultProps: { variant: 'filled' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Select: { defaultProps: { comboboxProps: { transitionProps: { duration: 0 }, withinPortal: false } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 120 }, openDelay: 150 } },
  },
});
