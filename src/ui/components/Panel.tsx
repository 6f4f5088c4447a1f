import type { ReactNode } from 'react'

/** A section of a page with a heading and a sentence about it; `actions` are to the right of the heading. */
export function Panel({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <section className="o-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="o-grow" />
        {actions}
      </header>
      {about && <p className="o-panel-about">{about}</p>}
      {children}
    </section>
  )
}
