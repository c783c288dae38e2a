// Keeps a name that is written from right to left from turning the text around it: puts it between FIRST STRONG ISOLATE
// and POP DIRECTIONAL ISOLATE.

export const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
