import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import './markdown.css'

const Headline = ({ children }: { readonly children?: ReactNode }) => (
  <p>
    <b>{children}</b>
  </p>
)

/** Absolute addresses only: relative ones would lead into this site, which third-party lessons must not control. */
const leadsOut = (href: string | undefined): href is string => /^(https?|mailto):/i.test(href ?? '')

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    leadsOut(href) ? (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // The page and the step have their own headings.
  h1: Headline,
  h2: Headline,
  h3: Headline,
  h4: Headline,
  h5: Headline,
  h6: Headline,
}

/** Lesson text. HTML is shown as text, images are left out, and links may only leave the site. */
export const Markdown = ({ text }: { readonly text: string }) => (
  <div className="o-markdown">
    <ReactMarkdown components={COMPONENTS} disallowedElements={['img']}>
      {text}
    </ReactMarkdown>
  </div>
)
