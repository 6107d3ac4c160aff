"""accept.py NAME...: takes reviewed pictures into media/ (NAME such as jewellery/ring-halo-1), with manifest entries."""
import sys, os, json, re
import numpy as np
from PIL import Image
HERE = os.path.dirname(os.path.abspath(__file__)); M = HERE + '/../media'; Q = HERE + '/work/png'
jobs = {j['file']: j for j in json.load(open(HERE + '/catalogue.json'))['jobs']}
man = json.load(open(M + '/manifest.json')); by = {i['file']: i for i in man['images']}
KIND = {'ring': 'ring', 'earrings': 'earrings', 'necklace': 'necklace', 'bracelet': 'bracelet', 'watch': 'watch', 'yoghurt': 'dairy', 'cheese': 'dairy', 'butter': 'dairy', 'eggs': 'dairy', 'rice': 'grain', 'pasta': 'grain', 'almonds': 'snack', 'honey': 'snack'}
BLOG = 'blog'
def alt(t):
    for a, b in (('White gold', 'Silver-colored'), ('Yellow gold', 'Gold-colored'), ('Rose gold', 'Rose-colored')):
        t = t.replace(a, b).replace(a.lower(), b.lower())
    return t
PRODUCTS = set(re.findall(r"id: '([^']+)'", ''.join(open(os.path.join(r, f)).read() for r, _, fs in os.walk(HERE + '/../data') for f in fs)))
for n in sys.argv[1:]:
    j = jobs[n]; im = Image.open('%s/%s.png' % (Q, n.replace('/', '__'))).convert('RGB'); f = n + '.webp'; w, h = im.size
    q = 84 if j.get('scene') else 88
    im.save(os.path.join(M, f), 'WEBP', quality=q, method=6)
    sm = np.asarray(im.resize((40, max(1, 40 * h // w)))).reshape(-1, 3).astype(float); u8 = sm // 24; u, k = np.unique(u8, axis=0, return_counts=True); c = sm[(u8 == u[k.argmax()]).all(1)].mean(0)
    d = np.abs(sm - c).sum(1); fg = sm[d > 60]; acc = np.median(fg, 0) if len(fg) > 10 else c; hx = lambda v: '#%02X%02X%02X' % tuple(int(round(z)) for z in v)
    m = re.match(r'(.*?)(-\d+|)$', n.split('/')[-1]); p = {'yogurt': 'yoghurt'}.get(m[1], m[1])
    if p not in PRODUCTS: p = next((q for q in sorted(PRODUCTS, key=len, reverse=True) if p.startswith(q)), p)
    old = by.get(f, {}); kind = old.get('kind') or next((b['kind'] for b in man['images'] if b.get('product') == p and b['kind']), None) or KIND.get(p.split('-')[0]) or j.get('pkind') or j.get('kind') or ''
    by[f] = dict(file=f, product=None if n.startswith(('blog', 'hero')) else p, kind='blog' if n.startswith('blog') else kind, theme=j['theme'], width=w, height=h, alt=alt(j['alt']), dominant=hx(c), subject=hx(acc))
    print(f, os.path.getsize(os.path.join(M, f)) // 1024, 'KB', kind)
order = list(by.values())
have = [i for i in order if os.path.exists(os.path.join(M, i['file']))]
pos = {}
def key(i):
    b = re.sub(r'-\d+\.webp$|\.webp$', '', i['file']); return b
first = {}
for x, i in enumerate(man['images']): first.setdefault(key(i), x)
fam = sorted(first, key=len, reverse=True)
def rank(i):
    b = key(i); 
    if b in first: return (first[b], i['file'])
    r = next((first[f] for f in fam if b.startswith(f)), 999 if not b.startswith(('hero', 'blog')) else 2000); return (r + .5, i['file'])
out = sorted(have, key=rank)
man['images'] = out
open(M + '/manifest.json', 'w').write(json.dumps(man, indent=2, ensure_ascii=True) + '\n')
