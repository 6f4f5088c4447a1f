import type { Place } from '../state/place'
import { Go } from './Go'

/** A tab of a page: a link to a place. */
export interface Tab {
  readonly title: string
  readonly place: Place
  readonly current: boolean
  /** A number beside the title; none if 0 or absent. */
  readonly count?: number | undefined
}

/** The tabs of a page, in order. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className="o-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.title} {...tab} />
      ))}
    </nav>
  )
}

/** One tab, for pages that arrange their tabs themselves. */
export function TabLink({ title, place, current, count = 0 }: Tab) {
  return (
    <Go place={place} aria-current={current ? 'page' : undefined}>
      {title}
      {count > 0 && <span className="count">{count}</span>}
    </Go>
  )
}
