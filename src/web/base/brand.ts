/**
 * Name and logo of this exchange, as its server wrote them into the head of the page; those of the program where its
 * organiser gave none.
 */

const said = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

export const brandName = said('application-name') || 'Outcry';
/** Address below the base; '': there is none. */
export const brandLogo = said('logo');
