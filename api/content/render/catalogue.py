"""catalogue.py [LIST]: writes catalogue.json with the shots of a list, new_items.py by default."""
import json, os, sys
J, O = 'jewellery', 'organic'
jobs, products = [], []
DEF = {'spp': 18, 'cam': {J: dict(azim=0, elev=16, lens=110, fill=.66, aperture=.035, radius=1.35, cy=-.02), O: dict(azim=0, elev=20, lens=85, fill=.80, aperture=.04, radius=1.6, cy=-.02)}}


def P(theme, pid, kind, title, build, params, cam, alt, second=None, prio=1, spp=None, light=None):
    products.append(dict(id=pid, theme=theme, kind=kind, title=title))
    b = dict(theme=theme, build=build, params=params, product=pid, kind=kind, size=[1200, 1200])
    b['target'] = '#F6F2EC' if theme == J else '#F3F6EE'
    if spp: b['spp'] = spp
    if light: b['light'] = light
    jobs.append(dict(b, file=f'{theme}/{pid}-1', cam=cam, alt=alt, prio=prio))
    if second:
        c = dict(cam); c.update(second[0]); jobs.append(dict(b, file=f'{theme}/{pid}-2', cam=c, alt=second[1], prio=prio + 4))


R = dict(azim=24, elev=25)
TOP = dict(azim=-28, elev=42, fill=.78)
def ring(pid, title, alt, cam=None, second=None, **p): P(J, pid, 'ring', title, 'ring', p, cam or R, alt, second)

here = os.path.dirname(os.path.abspath(__file__))
exec(open(os.path.join(here, sys.argv[1] if len(sys.argv) > 1 else 'new_items.py')).read())   # the actual list: products, shots, scenes
json.dump(dict(defaults=DEF, products=products, jobs=jobs), open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'catalogue.json'), 'w'), indent=1)
print(len(products), 'products', len(jobs), 'jobs')
