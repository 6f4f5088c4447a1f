import { Button, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { fnv1a } from '../../machinery/fnv'

/** Ten shades of the accent, light to dark; all other colours are in theme.css. */
const leaf: MantineColorsTuple = [
  '#e6f7ee',
  '#cdeedd',
  '#a3dfc0',
  '#7ad0a4',
  '#57c18b',
  '#34a770',
  '#1b8a58',
  '#0b7548',
  '#075f3a',
  '#04472b',
]

/** Mantine's greys with a green tint, for borders, fields and disabled controls. */
const gray: MantineColorsTuple = [
  '#f5f7f5',
  '#eef1ee',
  '#e4e9e5',
  '#dbe2dd',
  '#b9c5be',
  '#95a39b',
  '#6b7a73',
  '#465650',
  '#2c3832',
  '#15201b',
]
const dark: MantineColorsTuple = [
  '#e7eeea',
  '#a9bab3',
  '#8ea29a',
  '#66776f',
  '#41514b',
  '#2b3833',
  '#1b2421',
  '#141b19',
  '#0e1312',
  '#0b100f',
]

/** Fonts of texts. */
export const SANS = "Inter, 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', 'Noto Sans', sans-serif"
/** Fonts of code. */
export const MONO =
  "'JetBrains Mono', 'Cascadia Code', 'SF Mono', ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

/** The theme of the component library. */
export const theme = createTheme({
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { leaf, gray, dark },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  headings: { fontWeight: '600' },
  components: {
    // One control size on every page; rows and panel headings use `compact-sm` buttons.
    ...Object.fromEntries(
      ['Input', 'SegmentedControl', 'Switch', 'Checkbox', 'Radio'].map((name) => [
        name,
        { defaultProps: { size: 'xs' } },
      ]),
    ),
    // Small buttons keep the normal text size.
    Button: Button.extend({
      defaultProps: { size: 'xs' },
      vars: (_theme, { size }) => ({
        root: size === 'compact-sm' ? { '--button-fz': 'var(--mantine-font-size-xs)' } : {},
      }),
    }),
    // Options are mounted when the list opens: measuring and drawing all closed lists would hold up a page's first drawing.
    Combobox: { defaultProps: { keepMounted: false } },
    // Menus contain nothing but their entries.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A dialog's header is not the page's banner.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
})

const SHADES = {
  '--mantine-color-leaf-light': 'var(--o-accent-soft)',
  '--mantine-color-leaf-light-hover': 'color-mix(in srgb, var(--o-accent) 18%, var(--o-accent-soft))',
  '--mantine-color-leaf-light-color': 'var(--o-accent)',
  '--mantine-color-red-filled': 'var(--o-danger)',
  '--mantine-color-red-filled-hover': 'var(--o-danger-hover)',
  '--mantine-color-red-light': 'var(--o-refused-soft)',
  '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--o-refused) 18%, var(--o-refused-soft))',
  '--mantine-color-red-light-color': 'var(--o-refused)',
}

/** Our own shades for light and destructive buttons. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: SHADES, dark: SHADES })

/** Field owners: eight colours that colour-blind users can distinguish, each with a named pattern. */
export const OWNER_MARKS = [
  { colour: 'var(--o-owner-1)', pattern: 'solid' },
  { colour: 'var(--o-owner-2)', pattern: 'dashed' },
  { colour: 'var(--o-owner-3)', pattern: 'double' },
  { colour: 'var(--o-owner-4)', pattern: 'dotted' },
  { colour: 'var(--o-owner-5)', pattern: 'ridge' },
  { colour: 'var(--o-owner-6)', pattern: 'groove' },
  { colour: 'var(--o-owner-7)', pattern: 'solid' },
  { colour: 'var(--o-owner-8)', pattern: 'dashed' },
] as const

/** One of the colours and signs that tell owners apart. */
export type OwnerMark = (typeof OWNER_MARKS)[number]

/**
 * The mark of an owner; the same name has the same mark on every page. Grey is reserved for when the colours run out.
 */
export function ownerMark(name: string): OwnerMark {
  return OWNER_MARKS[fnv1a(name) % (OWNER_MARKS.length - 1)] ?? OWNER_MARKS[0]
}
