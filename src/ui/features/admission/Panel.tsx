import type { ReactNode } from 'react'

/** A box with a name; `actions` stand at its right end. */
export function Panel({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="o-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="o-grow" />
        {actions}
      </header>
      {about !== undefined && <p className="o-adm-about">{about}</p>}
      {children}
    </section>
  )
}
