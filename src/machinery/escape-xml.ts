/** A text as the content or an attribute's value of XML, such as a picture's. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
