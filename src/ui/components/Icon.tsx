/** Outlines on a 20-unit grid, drawn for this project: one stroke width, round ends. */
const PATHS = {
  orchard:
    'M10 17.5V9.5M10 12.5c-3.4 0-5.4-1.9-5.4-4.6C4.6 5 7 2.6 10 2.6s5.4 2.4 5.4 5.3c0 2.7-2 4.6-5.4 4.6M10 10l2.2-2.2M6.5 17.5h7',
  learn: 'M2 7.500l8-3.500 8 3.500-8 3.500zM5.500 9.200v4.300c2.600 2 6.400 2 9 0V9.200M18 7.500v5.500',
  explore: 'M3 4.5h5v5H3zM12 3.5h5M12 7h5M3 13h5v3.5H3zM12 11.5h5M12 15.5h5',
  workloads: 'M3 3.5h6v6H3zM11 3.5h6v6h-6zM3 11.5h6v5H3zM11 11.5h6v5h-6z',
  apply: 'M4 15.5l1-3.6L13.4 3.5a1.4 1.4 0 0 1 2 0l1.1 1.1a1.4 1.4 0 0 1 0 2L8 15l-4 .5zM11.7 5.3l3 3M11 17h6',
  access: 'M10 2.8l6 2.2v4.4c0 3.8-2.5 6.5-6 7.8-3.5-1.3-6-4-6-7.8V5zM7.5 9.8l1.8 1.8 3.3-3.4',
  admission: 'M3 17V7l7-4 7 4v10M7.5 17v-5.5h5V17M3 17h14',
  identity: 'M10 10.2a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6zM3.8 16.8c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6',
  watch:
    'M1.8 10S4.8 4.8 10 4.8 18.2 10 18.2 10 15.2 15.2 10 15.2 1.8 10 1.8 10zM10 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z',
  releases:
    'M4 4v12M4 10h4.5a4 4 0 0 0 4-4V5M4 16a1.5 1.5 0 1 0 0 .01M12.5 3.5a1.5 1.5 0 1 0 0 .01M14.5 15l2 2 2-2M16.5 9v8',
  console: 'M2.8 4h14.4v12H2.8zM5.8 8l2.4 2-2.4 2M10 12.2h4',
  connect: 'M7 3v4.500M13 3v4.500M4.500 7.500h11v2.500a5.500 5.500 0 0 1-11 0zM10 15.500V18',
  reference: 'M10 5.2C8.4 4 6 3.6 3 3.8v11.4c3-.2 5.4.2 7 1.4 1.6-1.2 4-1.6 7-1.4V3.8c-3-.2-5.4.2-7 1.4zM10 5.2v11.2',
  settings: 'M3 5.5h8M15 5.5h2M13 3.5v4M3 14.5h2M9 14.5h8M7 12.5v4M3 10h11M17 10h0M15.5 8v4',
  search: 'M8.8 14.1a5.3 5.3 0 1 0 0-10.6 5.3 5.3 0 0 0 0 10.6zM12.8 12.8l4 4',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M15.7 4.3l-1.2 1.2M5.5 14.5l-1.2 1.2',
  moon: 'M16.2 12.3A6.7 6.7 0 0 1 7.7 3.8a6.7 6.7 0 1 0 8.5 8.5z',
  plus: 'M10 4v12M4 10h12',
  trash: 'M3.5 5.5h13M8 5V3.2h4V5M5.2 5.5l.7 11h8.2l.7-11M8.4 8.5v5M11.6 8.5v5',
  edit: 'M3.8 16.2l.8-3.2 8.9-8.9 2.4 2.4L7 15.4zM11.6 6l2.4 2.4',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  close: 'M4.8 4.8l10.4 10.4M15.2 4.8L4.8 15.2',
  check: 'M4 10.6l3.9 3.9L16 6.2',
  cross: 'M5 5l10 10M15 5L5 15',
  changed: 'M3.5 11.5c1.8-4 4.2-4 6.5-1.5s4.7 2.5 6.5-1.5',
  waiting: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.2l2.6 1.6',
  none: 'M4.5 10h11',
  play: 'M6.5 4l9 6-9 6z',
  pause: 'M6.5 4v12M13.5 4v12',
  step: 'M5 4l7.5 6-7.5 6zM15.5 4v12',
  chevron: 'M7.5 4.500L13 10l-5.5 5.5',
  down: 'M4.5 7.500L10 13l5.5-5.5',
  filter: 'M3 4.500h14l-5.5 6.500v5l-3-1.500V11z',
  refresh: 'M16 9a6.2 6.2 0 1 0-1.2 5M16.5 4.500V9H12',
  download: 'M10 3v9.500M6 9l4 4 4-4M3.5 16.500h13',
  upload: 'M10 13V3.500M6 7.500l4-4 4 4M3.5 16.500h13',
  share:
    'M6.5 12a2 2 0 1 1 0-4 2 2 0 0 1 0 4zM14.5 7a2 2 0 1 1 0-4 2 2 0 0 1 0 4zM14.5 17a2 2 0 1 1 0-4 2 2 0 0 1 0 4zM8.3 9l4.500-2.700M8.3 11l4.500 2.700',
  undo: 'M4 8h8.500a4 4 0 0 1 0 8H8M7.5 4.500L4 8l3.5 3.5',
  warning: 'M10 3.200L17.8 16.500H2.200zM10 8v4M10 14.200v.1',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.500v4M10 6.700v.1',
  list: 'M3.5 5h13M3.5 10h13M3.5 15h13',
  graph: 'M10 5.800a2 2 0 1 0 0-.01M5 16a2 2 0 1 0 0-.01M15 16a2 2 0 1 0 0-.01M9 7l-3.2 7M11 7l3.2 7',
  example: 'M7.5 2.800h5M8.5 2.800v5L4 15.600c-.5 1 .1 1.7 1 1.700h10c.9 0 1.5-.7 1-1.700L11.5 7.800v-5M6.5 12.500h7',
  keyboard: 'M2 5.500h16v9H2zM5 8.500h.1M8.3 8.500h.1M11.6 8.500h.1M15 8.500h.1M6 11.500h8',
  drawer: 'M3 3.500h14v13H3zM3 11.500h14',
  kind: 'M10 2.800l6.3 3.600v7.200L10 17.200l-6.3-3.600V6.400zM3.7 6.400L10 10l6.3-3.600M10 10v7.2',
  stop: 'M5 5h10v10H5z',
  send: 'M3.5 9.800L16.5 3.500l-4 13-3-5.200zM9.5 11.300l7-7.8',
  more: 'M4.5 10h.1M10 10h.1M15.5 10h.1',
} as const

/** Names of the icons in `PATHS`. */
export type IconName = keyof typeof PATHS

/** Decorative: the text beside it carries the meaning. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 14 ? 2.2 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
