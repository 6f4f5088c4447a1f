import ReactMarkdown from 'react-markdown'

/** Text of a lesson. Markup of HTML is shown as text, and links lead out of the page only. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="o-markdown">
      <ReactMarkdown
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer">
              {children}
            </a>
          ),
        }}
        disallowedElements={['img']}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
