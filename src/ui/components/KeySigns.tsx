const SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
}

/** A key, a combination or a sequence, drawn as keys: `Ctrl K`, `g e`. */
export function KeySigns({ keys }: { readonly keys: string }) {
  return keys.split(' ').map((key, i) => (
    <kbd key={i} className="o-key o-space-after">
      {SIGNS[key] ?? key}
    </kbd>
  ))
}
