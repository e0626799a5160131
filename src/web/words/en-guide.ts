/** The frame of a guide, in English. The guides themselves are in English only. */
export const enGuide = {
  title: 'Guides',
  search: 'Search the guides',
  results: (count: string) => `${count} places`,
  nothing: 'Nothing has all of these words.',
  failed: 'The index could not be read.',
  all: 'All guides',
  contents: 'On this page',
  none: 'There is no such guide. These there are:',
  markdown: 'This page as Markdown',
  onlyEnglish: '',
  here: 'This exchange is at',
  ops: 'Operations',
  judge: 'Judge',
};
