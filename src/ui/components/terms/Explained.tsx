import { type ReactNode, Suspense } from 'react'
import { ornament } from '../ornament'
import './terms.css'

const Plain = ({ children }: { readonly id: string; readonly children: ReactNode }) => children
const LazyTerm = ornament(() => import('./Term').then((m) => m.Term), Plain)
const LazyMark = ornament(() => import('./Term').then((m) => m.TermMark))

/** A glossary term in a table heading or beside a value; the glossary is loaded on demand. */
export function Word({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Suspense fallback={children}>
      <LazyTerm id={id}>{children}</LazyTerm>
    </Suspense>
  )
}

/** A field whose label contains a glossary term: a question mark at the end of the label explains it. Unchanged without a term. */
export function Explained({ term, children }: { readonly term: string | undefined; readonly children: ReactNode }) {
  return (
    <div className="o-explained">
      {children}
      {term !== undefined && (
        <Suspense fallback={null}>
          <LazyMark id={term} />
        </Suspense>
      )}
    </div>
  )
}
