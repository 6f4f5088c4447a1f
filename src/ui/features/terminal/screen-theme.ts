import type { ITheme } from '@xterm/xterm'

/** The page's colours as a screen theme. */
export function screenTheme(element: HTMLElement): ITheme {
  const style = getComputedStyle(element)
  const colour = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback
  const text = colour('--o-text', '#ddd')
  return {
    background: colour('--o-bg', '#111'),
    foreground: text,
    cursor: colour('--o-accent', text),
    cursorAccent: colour('--o-bg', '#111'),
    selectionBackground: colour('--o-selected', '#446'),
    red: colour('--o-refused', '#e66'),
    yellow: colour('--o-waiting', '#da3'),
    brightBlack: colour('--o-dim', '#999'),
  }
}
