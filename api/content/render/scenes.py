"""Hero, collection, blog and about compositions. Each takes (w, h, view=...) and sets up everything itself."""
import bpy, math, random
from mathutils import Vector, Matrix, Euler
import geo, studio, jewellery, grocery
from geo import *
from materials import *

rad = math.radians
_n = 0


def put(fn, kw, loc=(0, 0, 0), rz=0, size=None, scale=None, tilt=(0, 0), skip=()):
    """Build a product in its own collection, scale it to `size` (largest dimension) and set it on z=loc.z."""
    global _n; _n += 1
    keep = geo.COL; geo.COL = bpy.data.collections.new('put%d' % _n); bpy.context.scene.collection.children.link(geo.COL); jewellery._bead.clear()
    fn(**kw); bpy.context.view_layer.update()
    obs = [o for o in geo.COL.objects]
    for o in obs:
        if any(o.name.startswith(s) for s in skip): o.hide_render = True; o['noframe'] = 1
    P = studio.product_points(900); lo = Vector([min(p[i] for p in P) for i in range(3)]); hi = Vector([max(p[i] for p in P) for i in range(3)]); c = (lo + hi) / 2
    s = scale or size / max(hi - lo)
    e = bpy.data.objects.new('put', None); geo.COL.objects.link(e)
    for o in obs:
        if o.parent is None: o.parent = e
    R = Euler((tilt[0], tilt[1], rad(rz))).to_matrix().to_4x4()
    M = R @ Matrix.Scale(s, 4) @ Matrix.Translation((-c.x, -c.y, -lo.z)); z0 = min((M @ p).z for p in P)
    e.matrix_world = Matrix.Translation(Vector(loc) - Vector((0, 0, z0))) @ M
    bpy.context.view_layer.update(); geo.COL = keep
    return e


def surface(mat, size=(60, 40), loc=(0, 0, -.5), th=1.0, bev=.02):
    o = geo.box('table', (size[0], size[1], th), mat, (loc[0], loc[1], loc[2]), bev); return o


def wall(col, y=9, rough=.9):
    t = NT('wall'); m = t.end(t.bsdf(base=t.mix(.25, col, t.ramp(t.noise(.4, 6, .6), [(.3, tuple(c * .85 for c in col)), (.7, col)])), rough=rough, spec=.1)); studio.backdrop(None, m, back=y, z=-.35)


def planks(tone='pale', n=9, w=2.2, ln=46, z=0):
    for i in range(n):
        o = geo.box('plank', (ln, w - .03, .4), wood(tone), (0, (i - n / 2 + .6) * w, z - .2), .03, 2)
        # grain runs along X: build lengthwise on Y and turn
        o.data.transform(Matrix.Rotation(rad(90), 4, 'Z')); o.rotation_euler = (0, 0, rad(90)); o.location.x = random.Random(i).uniform(-3, 3)


def drape(mat, cx, cy, sx, sy, amp=.12, seed=0, z=.015, n=120):
    vs, fs = [], []
    for i in range(n + 1):
        for j in range(n + 1):
            x, y = (i / n - .5) * sx, (j / n - .5) * sy; f = fbm((x, y * .5, 0), .55, 3, seed); f2 = math.sin(x * 1.6 + 1.7 * fbm((x, y, 1), .4, 2, seed)) * .5
            e = min(1, max(0, (max(abs(x) / sx, abs(y) / sy) - .25) * 4)); vs.append((cx + x + .1 * f, cy + y + .15 * f, z + max(0, amp * e * (f + f2 + .45))))
    for i in range(n):
        for j in range(n): a = i * (n + 1) + j; fs.append((a, a + n + 1, a + n + 2, a + 1))
    return mesh('drape', vs, fs, mat, True)


# ------------------------------------------------------------------ jewellery
def rig_dark(k=1.0, warm=(1, .93, .84)):
    studio.world((1, .95, .88), .13 * k, 1, .5); studio.sparkle_dome(8.0, .2, .8)
    studio.area((-2.0, 1.6, 6.0), (0, 0, .6), (4.5, 3), 420 * k, warm, grad=.25, name='top')
    studio.area((-6, -1.5, 3), (0, 0, .9), (1.0, 5), 170 * k, (1, .98, .95), grad=.3, name='stripL')
    studio.area((6, .5, 3), (0, 0, .9), (1.4, 5), 220 * k, warm, grad=.3, name='stripR')
    studio.area((0, -7, 2.2), (0, 0, .8), (6, 2.0), 120 * k, (1, .97, .92), grad=.3, name='front')
    studio.area((-3.2, -4.5, 4.5), (0, 0, .9), (1.6, 1.6), 120 * k, (1, .96, .9), grad=.3, name='softL')
    studio.area((2.5, 5, 4), (0, 0, .7), (2.5, 1), 160 * k, (1, .95, .88), grad=.3, name='rim')


def ring_velvet(w, h, view='hero'):
    vm = velvet((.006, .017, .014)); studio.backdrop(None, vm, back=8, curve=5, z=-.03)
    drape(vm, .6, 1.0, 24, 18, .45, 3, .0, 190)
    rig_dark()
    put(jewellery.ring, dict(style='solitaire', metal_kind='yellow', head='white', d=.80, width=.19), (.10, -.15, .02), 28, scale=1.15)
    if view == 'hero':
        put(jewellery.ring, dict(style='eternity', metal_kind='white'), (2.35, .55, .03), -20, scale=1.05, tilt=(rad(80), .1))
        studio.camera(azim=-6, elev=20, lens=85, zoom=8.2, aim=(-.85, 0, 1.12), aperture=.09, focus=(.10, -.25, 1.6), w=w, h=h)
    else:
        put(jewellery.ring, dict(style='halo', metal_kind='yellow', head='white', stone='sapphire', halo_stone='diamond', cut='oval', d=.56, n=22), (-1.9, .9, .02), -18, scale=1.1)
        studio.camera(azim=8, elev=26, lens=85, zoom=6.0, aim=(-.75, 0, 1.18), aperture=.10, focus=(.10, -.25, 1.6), w=w, h=h)


def stone_rig(k=1.0, flags=True):
    studio.world((1, .97, .93), .32 * k, 1, .5); studio.sparkle_dome(8, .4, .8)
    studio.area((-5.5, 1.5, 5.0), (0, 0, .5), (2.2, 2.2), 780 * k, (1, .90, .77), grad=.2, name='sun')
    studio.area((1, -2, 7.5), (0, 0, .5), (6, 5), 240 * k, (1, .97, .93), grad=.25, name='top')
    studio.area((6, -2, 3), (0, 0, .8), (2.5, 4), 110 * k, (1, .96, .91), grad=.3, name='fill')
    if flags: studio.card((-2.5, -6, 1.5), (0, 0, 1), (1.4, 6)); studio.card((3.4, -6, 2), (0, 0, 1), (1.2, 6))


def necklace_stone(w, h, view='hero'):
    wall((.62, .52, .42), 8); st = stone('travertine'); surface(stone('travertine'), (40, 14), (0, 0, -.5))
    geo.box('slab', (4.6, 3.6, .55), st, (.7, .35, .275), .03); geo.sphere('ball', .55, stone('marble'), (3.3, .35, .55 + .0))
    stone_rig()
    put(jewellery.necklace, dict(style='solitaire', metal_kind='yellow', stone='emerald', cut='oval', d=.80, prongs=6, ratio=1.5, tip=24), (.55, .15, .552), -14, size=3.3)
    if view == 'hero': studio.camera(azim=-8, elev=40, lens=85, zoom=6.6, aim=(-.95, .0, .6), aperture=.07, focus=(.3, -1.0, .62), w=w, h=h)
    else: studio.camera(azim=14, elev=46, lens=85, zoom=4.4, aim=(.35, -.35, .62), aperture=.06, focus=(.2, -1.25, .65), w=w, h=h)


def watch_wood(w, h, view='hero'):
    wall((.23, .13, .075), 9); planks('walnut'); geo.box('stone', (2.6, 2.0, .5), stone('slate'), (.9, .5, .25), .03)
    studio.world((1, .93, .84), .16, 1, .4); studio.area((-5.5, .5, 4.5), (0, 0, .8), (2.5, 3), 560, (1, .90, .76), grad=.25, name='key'); studio.area((1, -1, 7), (0, 0, .8), (5, 4), 230, (1, .95, .9), grad=.25, name='top'); studio.area((6, -1.5, 3), (0, 0, .9), (1.5, 4.5), 150, (1, .95, .9), grad=.3, name='strip'); studio.area((2, 6, 4), (0, 0, 1), (3, 1.5), 200, (1, .85, .65), grad=.3, name='rim')
    studio.card((-2.2, -6, 1.5), (0, 0, 1), (1.3, 6)); studio.card((3.2, -6, 2), (0, 0, 1), (1.2, 6))
    put(jewellery.watch, dict(style='dress', metal_kind='yellow', dial='ivory', seconds=1, strap_col=(.11, .042, .018)), (.85, .35, .50), 14, size=2.3)
    if view == 'hero':
        put(jewellery.bracelet, dict(style='bangle', metal_kind='yellow'), (2.75, -.35, .0), 10, size=1.5)
        studio.camera(azim=-6, elev=13, lens=85, zoom=8.6, aim=(-1.25, .2, 1.35), aperture=.07, focus=(.8, -.3, 1.8), w=w, h=h)
    else: studio.camera(azim=-12, elev=18, lens=85, zoom=3.6, aim=(.55, .0, 1.6), aperture=.05, focus=(.8, -.35, 1.8), w=w, h=h)


def rings_stone(w, h, view=''):
    wall((.72, .62, .53), 8); surface(stone('travertine'), (40, 14), (0, 0, -.5)); geo.box('b1', (2.6, 2.2, .6), stone('travertine'), (-.35, .6, .3), .03); geo.box('b2', (1.5, 1.4, 1.35), stone('travertine'), (-.75, 1.2, .675), .03)
    stone_rig()
    put(jewellery.ring, dict(style='halo', metal_kind='white', d=.60, width=.19), (-.75, .95, 1.352), 24, scale=.62)
    put(jewellery.ring, dict(style='solitaire', metal_kind='yellow', head='white', d=.78, width=.19), (.42, .05, .602), 22, scale=.62)
    put(jewellery.ring, dict(style='twist', metal_kind='yellow', head='white'), (.35, -1.0, .0), -30, scale=.62, tilt=(rad(90), 0))
    put(jewellery.ring, dict(style='three', metal_kind='white', d=.6), (-.85, -.75, .0), 30, scale=.62)
    studio.camera(azim=6, elev=22, lens=85, zoom=5.2 if h > w else 6.6, aim=(-.15, 0, 1.12), aperture=.05, focus=(.35, -.1, 1.4), w=w, h=h)


def pearls_stone(w, h, view=''):
    wall((.75, .68, .62), 8); surface(stone('marble'), (40, 14), (0, 0, -.5)); geo.box('b1', (2.0, 1.5, .9), stone('travertine'), (.1, .75, .45), .03)
    stone_rig(.9)
    put(jewellery.earrings, dict(style='pearl', metal_kind='yellow'), (.1, .55, .902), 8, size=1.35)
    put(jewellery.necklace, dict(style='pearls', n=53, metal_kind='silver'), (-.15, -1.0, .0), 30, size=2.6)
    studio.camera(azim=-4, elev=32, lens=85, zoom=3.9 if h > w else 5.2, aim=(.0, -.25, .60), aperture=.05, focus=(.0, -.3, .7), w=w, h=h)


def gold_care(w, h, view=''):
    """What cleans gold: a bowl of water, a soft brush, a cloth."""
    wall((.72, .62, .53), 8); surface(stone('travertine'), (40, 14), (0, 0, -.5)); stone_rig(1.05)
    bowl = lathe('bowl', [(0, .06), (.62, .06), (.66, 0), (.76, 0), (.82, .06), (1.35, .55), (1.62, 1.06), (1.64, 1.12), (1.58, 1.13), (1.30, .60), (.72, .14), (0, .12)], ceramic((.74, .71, .64), .18), 128, 50); bowl.location = (-1.75, 1.25, 0)
    t = NT('water'); water = lathe('water', [(0, .93), (1.50, .93)], t.end(t.bsdf(base=(.34, .38, .36), rough=.02, spec=.5)), 96, 50); water.location = (-1.75, 1.25, 0)
    drape(linen((.80, .76, .68)), 1.45, -.15, 3.9, 3.0, .12, 4, .012, 140)
    put(jewellery.bracelet, dict(style='chain', metal_kind='yellow', L=.40, w=.27, th=.045), (1.75, .45, .05), 14, size=1.9)
    put(jewellery.ring, dict(style='twist', metal_kind='yellow', head='yellow'), (.80, -.85, .05), -24, scale=.58, tilt=(rad(90), 0))
    put(jewellery.ring, dict(style='wedding', metal_kind='yellow', width=.42), (2.05, -.80, .03), 28, scale=.58)
    o0 = set(geo.COL.objects); geo.box('handle', (2.5, .26, .15), wood('walnut'), (.75, 0, .40), .07, 4)
    hair = paper((.80, .74, .62), .7)
    for i in range(19):
        for j in range(5): tube('hair', [(-.43 + i * .052, -.09 + j * .045, .36), (-.45 + i * .054, -.105 + j * .052, .03)], .022, hair, n=8)
    new = [o for o in geo.COL.objects if o not in o0]; bpy.context.view_layer.update(); M = Matrix.Translation((-1.95, -1.15, 0)) @ Matrix.Rotation(rad(10), 4, 'Z')
    for o in new: o.matrix_world = M @ o.matrix_world
    studio.camera(azim=-5, elev=32, lens=85, zoom=6.7, aim=(-.28, .0, .40), aperture=.05, focus=(.8, -.9, .3), w=w, h=h)


# ------------------------------------------------------------------ organic
def rig_kitchen(k=1.0, side=-1):
    k *= 1.18
    studio.world((.96, .98, 1), .42 * k, 1, .5)
    studio.area((side * 6, 2.5, 5), (0, 0, .8), (3.5, 3.5), 900 * k, (1, .95, .87), grad=.2, name='window'); studio.area((0, -2, 8.5), (0, 0, .5), (7, 5), 330 * k, (1, .99, .97), grad=.25, name='top')
    studio.area((-side * 6.5, -2.5, 3), (0, 0, .8), (3.5, 4), 130 * k, (1, .96, .92), grad=.3, name='fill')


G = grocery


def produce(w, h, view='hero'):
    wall((.60, .66, .56), 9); planks('pale'); rig_kitchen(1.05)
    put(G.lettuce, {}, (2.3, 1.55, 0), 20, size=2.3); put(G.broccoli, {}, (.35, 1.55, 0), 10, size=1.75); put(G.bananas, {}, (1.2, 2.7, 0), 12, size=3.0)
    put(G.peppers, dict(kinds=('red', 'yellow')), (3.35, .0, 0), -8, size=1.75); put(G.tomatoes, {}, (1.1, -.75, 0), 6, size=2.3)
    put(G.grapes, {}, (-.35, .55, 0), -25, size=1.7); put(G.carrots, {}, (2.75, -1.35, 0), 62, size=2.6)
    put(G.citrus, dict(kind='lemon'), (-.75, -.55, 0), 0, size=1.35); put(G.avocado, {}, (-.15, -1.65, 0), -6, size=1.5)
    for i, (x, y, k) in enumerate(((1.55, .35, 'gala'), (2.15, .15, 'green'), (.75, .25, 'gala'))): put(lambda **q: G.apple1(k, i, 1, i == 0), {}, (x, y, 0), i * 70, size=.86)
    if view == 'hero': studio.camera(azim=-5, elev=23, lens=70, zoom=8.4, aim=(-.3, .1, .62), aperture=.09, focus=(.9, -.6, .5), w=w, h=h)
    elif view == 'market': studio.camera(azim=12, elev=34, lens=70, zoom=5.4, aim=(1.25, .1, .45), aperture=.09, focus=(1.2, -.5, .5), w=w, h=h)
    else: studio.camera(azim=-18, elev=26, lens=85, zoom=3.6, aim=(.5, -.5, .5), aperture=.11, focus=(.7, -.9, .5), w=w, h=h)


def breakfast(w, h, view='hero'):
    wall((.70, .68, .60), 9); planks('pale'); rig_kitchen(1.0); drape(linen((.80, .76, .66)), 1.5, -.55, 5.6, 3.3, .17, 5, .012, 140)
    put(G.bread, {}, (1.35, .55, .03), 0, size=2.6); put(G.milk, {}, (-.25, 1.15, 0), 8, size=2.5); put(G.eggs, {}, (3.35, 1.1, 0), -14, size=2.2)
    put(G.butter, {}, (2.45, -1.15, .03), -10, size=1.75); put(G.honey, {}, (.30, -.55, .03), 0, size=1.55); put(G.oats, {}, (.75, 2.0, 0), 0, size=1.9)
    put(G.yoghurt, {}, (3.9, -.35, .03), 0, size=1.35)
    if view == 'hero': studio.camera(azim=-6, elev=19, lens=70, zoom=8.7, aim=(-.2, .2, .85), aperture=.08, focus=(.9, -.3, .7), w=w, h=h)
    else: studio.camera(azim=10, elev=25, lens=85, zoom=4.2, aim=(1.3, -.2, .65), aperture=.09, focus=(1.2, -.4, .6), w=w, h=h)


def fruit_close(w, h, view=''):
    wall((.66, .72, .62), 8); surface(stone('marble'), (40, 14), (0, 0, -.5)); rig_kitchen(1.0)
    put(G.citrus, dict(kind='orange'), (-.35, .6, 0), 0, size=2.1); put(G.strawberries, {}, (.45, -.75, 0), -12, size=1.7); put(G.citrus, dict(kind='lemon', whole=1), (-.95, -.75, 0), 20, size=1.2); put(G.grapes, {}, (1.0, 1.3, 0), 30, size=1.7)
    put(G.bananas, {}, (.1, 2.3, 0), 10, size=2.6)
    studio.camera(azim=-4, elev=34, lens=85, zoom=4.2 if h > w else 5.4, aim=(-.02, .2, .5), aperture=.07, focus=(.1, -.6, .5), w=w, h=h)


def pantry(w, h, view=''):
    wall((.55, .60, .50), 8); planks('oak'); rig_kitchen(1.0)
    put(G.oats, {}, (-.75, .75, 0), 0, size=1.9); put(G.tea, {}, (.85, .75, 0), -6, size=1.65); put(G.honey, {}, (.15, -.35, 0), 0, size=1.35); put(G.almonds, {}, (-.95, -.75, 0), 0, size=1.3)
    studio.camera(azim=-3, elev=18, lens=85, zoom=4.5 if h > w else 6.0, aim=(.0, .1, .95), aperture=.06, focus=(.1, -.5, .7), w=w, h=h)


def crate(x, y, sx, sy, hh, rz=0, tone='oak'):
    o0 = set(geo.COL.objects); m = wood(tone)
    def pl(L, Hh, T, loc, turn):
        o = geo.box('slat', (L, Hh, T), m, (0, 0, 0), .012, 2); o.data.transform(Matrix.Identity(4)); o.matrix_world = Matrix.Translation(loc) @ turn; return o
    for k in range(2):
        z = hh * (.27 + .5 * k)
        for s in (-1, 1):
            b = geo.box('slat', (hh * .42, sx, .06), m, (0, 0, 0), .012, 2); b.matrix_world = Matrix.Translation((0, s * sy / 2, z)) @ Matrix.Rotation(rad(90), 4, 'Z') @ Matrix.Rotation(rad(90), 4, 'Y')
            b = geo.box('slat', (hh * .42, sy, .06), m, (0, 0, 0), .012, 2); b.matrix_world = Matrix.Translation((s * sx / 2, 0, z)) @ Matrix.Rotation(rad(90), 4, 'Y')
    for a in (-1, 1):
        for b2 in (-1, 1): geo.box('post', (.1, .1, hh), m, (a * (sx / 2 - .09), b2 * (sy / 2 - .09), hh / 2), .01)
    geo.box('floor', (sx, sy, .06), m, (0, 0, .06), .01)
    new = [o for o in geo.COL.objects if o not in o0]; bpy.context.view_layer.update(); M = Matrix.Translation((x, y, 0)) @ Matrix.Rotation(rad(rz), 4, 'Z')
    for o in new: o.matrix_world = M @ o.matrix_world
    return M


def market(w, h, view=''):
    wall((.42, .46, .38), 9); planks('oak'); rig_kitchen(1.05); rnd = random.Random(4)
    M1 = crate(-1.55, .9, 2.6, 1.9, .75, 8); M2 = crate(1.6, 1.0, 2.6, 1.9, .75, -8)
    for i in range(9): x, y = (i % 3 - 1) * .78, (i // 3 - 1) * .55; p = M1 @ Vector((x + rnd.uniform(-.04, .04), y, .34 + .10 * (i % 2))); put(lambda **q: G.apple1('gala' if i % 4 else 'green', i, 1, i in (4, 7)), {}, p, i * 63, size=.84)
    for i in range(8): x, y = (i % 4 - 1.5) * .58, (i // 4 - .5) * .75; p = M2 @ Vector((x, y, .40 + .08 * (i % 2))); put(lambda **q: G.tomato1(i, 1), {}, p, i * 50, size=.72)
    put(G.lettuce, {}, (.05, 2.6, 0), 0, size=2.2); put(G.carrots, {}, (.15, -1.05, 0), 30, size=2.7); put(G.bread, {}, (-2.1, -1.1, 0), 12, size=2.0); put(G.citrus, dict(kind='lemon'), (2.2, -.9, 0), 0, size=1.5)
    put(G.milk, {}, (3.3, .8, 0), -10, size=2.1); put(G.honey, {}, (3.25, -.35, 0), 0, size=1.1)
    studio.camera(azim=-3, elev=24, lens=70, zoom=7.6, aim=(.35, .1, .6), aperture=.07, focus=(.2, -.5, .5), w=w, h=h)


# ------------------------------------------------------------------ scale: stands of the workshop, and the kitchen table
def plaster(col=(.74, .69, .62)):
    t = NT('plaster'); return t.end(t.bsdf(base=t.mix(.3, col, t.ramp(t.noise(3, 5), [(.3, tuple(c * .88 for c in col)), (.7, col)])), rough=.85, spec=.2, normal=t.bump(t.noise(40, 5, .7), .10, .02)))


SET = {'sand': ((.72, .62, .53), 'travertine', (.74, .69, .62)), 'marble': ((.75, .70, .65), 'marble', (.70, .62, .54)), 'green': ((.045, .075, .060), 'slate', (.66, .60, .52)), 'clay': ((.52, .34, .26), 'travertine', (.78, .73, .66)), 'wood': ((.23, .13, .075), None, (.72, .66, .58))}


def stand_set(kind='sand', flags=True):
    """Wall, surface and light; returns the plaster of the stands. A plain band shows flags as black squares."""
    col, top, pl = SET[kind]; wall(col, 9)
    if top: surface(stone(top), (40, 14), (0, 0, -.5))
    else: planks('walnut')
    if kind in ('green', 'wood'):
        studio.world((1, .95, .88), .24, 1, .5); studio.sparkle_dome(8, .4, .8)
        studio.area((-5.5, 1.0, 5.0), (0, 0, 1), (2.4, 2.6), 620, (1, .92, .80), grad=.2, name='key'); studio.area((1, -2, 7.5), (0, 0, 1), (6, 5), 260, (1, .97, .93), grad=.25, name='top')
        studio.area((6, -2, 3), (0, 0, 1), (2.5, 4.5), 150, (1, .96, .91), grad=.3, name='fill'); studio.area((2, 6, 5), (0, 0, 1), (3, 1.5), 180, (1, .92, .8), grad=.3, name='rim')
        if flags: studio.card((-2.5, -6, 1.5), (0, 0, 1), (1.4, 6)); studio.card((3.4, -6, 2), (0, 0, 1), (1.2, 6))
    else: stone_rig(.92, flags)
    return plaster(pl)


def place_raw(fn, kw, M):
    """Build a product at its own scale and move it by M."""
    keep = geo.COL; geo.COL = bpy.data.collections.new('raw'); bpy.context.scene.collection.children.link(geo.COL); jewellery._bead.clear(); fn(**kw); bpy.context.view_layer.update()
    for o in list(geo.COL.objects): o.matrix_world = M @ o.matrix_world
    bpy.context.view_layer.update(); geo.COL = keep


def ring_cone(w, h, kind='sand', az=0, zoom=4.9, ax=.05, **kw):
    """The ring on a cone, as makers show and measure it."""
    pl = stand_set(kind, flags=kw.get('style') not in ('wedding', 'signet')); H, r0, r1 = 3.5, 1.10, .26; z = H * (r0 - .775) / (r0 - r1); rnd = .10
    prof = [(0, 0), (r0 + .02, 0), (r0 + .04, .05), (r0, .12)] + [(r0 + (r1 - r0) * u, .12 + (H - .12) * u) for u in [k / 30 for k in range(1, 30)]] + [(r1 * cos_(a), H - .10 + r1 * .75 * sin_(a)) for a in [math.pi / 2 * k / 8 for k in range(9)]]
    c = lathe('cone', prof, pl, 96, 40); c.location = (0, 0, 0)
    geo.box('b', (3.4, 2.6, .35), stone('travertine' if kind != 'sand' else 'marble'), (.2, .1, -.18), .03)
    place_raw(jewellery.ring, kw, Matrix.Translation((0, 0, z)) @ Matrix.Rotation(rad(az), 4, 'Z') @ Matrix.Rotation(rad(90), 4, 'X'))
    studio.camera(azim=-4, elev=16, lens=85, zoom=zoom, aim=(ax, 0, 1.62), aperture=.05, focus=(0, -1.1, z), w=w, h=h)


cos_, sin_ = math.cos, math.sin
BUST = [(0, 4.1, 1.55), (.8, 4.0, 1.60), (1.7, 3.7, 1.66), (2.6, 3.2, 1.68), (3.4, 2.5, 1.62), (4.1, 1.85, 1.52), (4.7, 1.50, 1.42), (5.4, 1.36, 1.34), (6.3, 1.30, 1.30), (7.2, 1.30, 1.30)]


def _bust(z):
    z = max(BUST[0][0], min(BUST[-1][0], z))
    for (a, x0, y0), (b, x1, y1) in zip(BUST, BUST[1:]):
        if a <= z <= b: u = (z - a) / (b - a); u2 = u * u * (3 - 2 * u) if 0 else u; return x0 + (x1 - x0) * u2, y0 + (y1 - y0) * u2
    return BUST[-1][1:]


def bust(mat):
    Z = [7.2 * k / 90 for k in range(91)]; S = 128; sm = [(sum(_bust(z + d)[0] for d in (-.45, -.22, 0, .22, .45)) / 5, sum(_bust(z + d)[1] for d in (-.45, -.22, 0, .22, .45)) / 5) for z in Z]
    vs = [(rx * cos_(TAU * k / S), ry * sin_(TAU * k / S) - .55 * (1 - min(1, z / 4.5)) , z) for z, (rx, ry) in zip(Z, sm) for k in range(S)]
    fs = [(i * S + k, i * S + (k + 1) % S, (i + 1) * S + (k + 1) % S, (i + 1) * S + k) for i in range(90) for k in range(S)] + [tuple(90 * S + k for k in range(S))]
    o = mesh('bust', vs, fs, mat, True, 60); return o


def bust_neck(w, h, kind='sand', drop=3.0, size=1.0, back=6.1, zoom=5.0, **kw):
    """The necklace on a bust: its path lies on the surface, lowest in front."""
    pl = stand_set(kind, flags=kw.get('style') != 'locket'); o = bust(pl); bpy.context.view_layer.update(); from mathutils.bvhtree import BVHTree
    bv = BVHTree.FromPolygons([v.co for v in o.data.vertices], [tuple(p.vertices) for p in o.data.polygons]); P = []
    for k in range(200):
        a = TAU * k / 200 - math.pi / 2; f = (1 + cos_(a + math.pi / 2)) / 2; z = back - drop * f ** 1.55
        d = Vector((cos_(a), sin_(a) * 1.0, 0)); hit = bv.ray_cast(Vector((0, -.1, z)) + d * 12, -d); P.append(hit[0] + hit[1] * .035)
    P = resample(P, 300, True)
    for _ in range(6): P = [(P[i - 1] + P[i] * 2 + P[(i + 1) % 300]) / 4 for i in range(300)]
    def normal(p): q = bv.find_nearest(p); return q[1].normalized()
    s = size; i0 = min(range(300), key=lambda i: P[i].z); front = P[i0]; n = normal(front)
    n = Vector((0, n.y, n.z)).normalized(); y = Vector((0, 0, 1)) - n * n.z; y.normalize(); x = y.cross(n)
    M = Matrix((x, y, n)).transposed().to_4x4(); M.translation = front + n * .0
    if kw.get('style') == 'bar':     # the chain ends at the ends of the bar
        half = .86 * s; P = [p for p in P if not (abs(p.x) < half and p.y < 0 and p.z < front.z + 1.2)]; P = P[P.index(min((p for p in P if p.x * 1 > 0 and p.y < 0), key=lambda p: p.z)):] + P[:P.index(min((p for p in P if p.x > 0 and p.y < 0), key=lambda p: p.z))] if P[0].x < 0 or P[-1].x > 0 else P
        ends = [min((p for p in P if p.x * q > 0 and p.y < 0), key=lambda p: p.z) for q in (-1, 1)]; M.translation = front = Vector((0, (ends[0].y + ends[1].y) / 2 - .10, (ends[0].z + ends[1].z) / 2))
    # the product is built in its own scale, the bust is larger: scale the path down, build, scale up
    k = 1 / s; place_raw(jewellery.necklace, dict(kw, path=[p * k for p in P], normals=lambda p: normal(p * s), M=Matrix.Translation(front * k) @ M.to_3x3().to_4x4()), Matrix.Scale(s, 4))
    studio.camera(azim=-10, elev=8, lens=85, zoom=zoom, aim=(.0, 0, (back + front.z) / 2 + .05 - (0 if kw.get('style') in ('pearls', 'tennis') else .55)), aperture=.05, focus=front, w=w, h=h)


def roll(w, h, kind='sand', fn='bracelet', turn=0, lean=0, **kw):
    """A bracelet on the padded roll on which makers show them."""
    pl = stand_set(kind); cl = linen((.74, .68, .58)); R, sy = (2.72, .86); s = .42
    P = [(R * sy * s * cos_(a), R * s * sin_(a)) for a in [TAU * k / 96 for k in range(96)]]; L = 2.1; vs, fs = [], []; prof = [(-L, .80), (-L + .04, .93), (-L + .14, .99)] + [(-L + .14 + (2 * L - .28) * k / 24, 1) for k in range(25)] + [(L - .14, .99), (L - .04, .93), (L, .80)]
    vs = [(x, y * f, z * f) for x, f in prof for y, z in P]; N = 96; fs = [(i * N + k, i * N + (k + 1) % N, (i + 1) * N + (k + 1) % N, (i + 1) * N + k) for i in range(len(prof) - 1) for k in range(N)] + [tuple(range(N)), tuple((len(prof) - 1) * N + k for k in range(N))]
    zc = R * s + .55; o = mesh('roll', vs, fs, cl, True, 40); o.location = (0, 0, zc)
    st = wood('walnut' if kind != 'wood' else 'oak'); geo.box('post', (.42, .42, .7), st, (0, .1, .3), .03); geo.box('foot', (1.9, 1.35, .22), st, (0, .1, .11), .04)
    M = Matrix.Translation((-.15, 0, zc + (.0 if turn else .0))) @ Matrix.Rotation(rad(lean), 4, 'Z') @ Matrix.Rotation(rad(turn), 4, 'X') @ Matrix.Rotation(rad(90), 4, 'Y') @ Matrix.Scale(s, 4)
    place_raw(jewellery.bracelet, kw, M)
    studio.camera(azim=-24, elev=20, lens=85, zoom=5.6, aim=(0, 0, 1.55), aperture=.05, focus=(-.3, -1.0, 2.1), w=w, h=h)


def ear_tree(w, h, kind='sand', size=1.5, hang=False, **kw):
    """Earrings beside a small dish: on a block of stone, or hung from a rod."""
    pl = stand_set(kind); brass = metal('yellow', .22)
    d = lathe('dish', [(0, .03), (.55, .03), (.60, 0), (.66, 0), (1.05, .20), (1.10, .24), (1.06, .25), (.70, .09), (.5, .07), (0, .07)], ceramic((.82, .79, .73), .25), 96, 50); d.location = (1.35, -.95, 0)
    put(jewellery.ring, dict(style='wedding', metal_kind=kw.get('metal_kind', 'yellow'), width=.26), (1.32, -1.0, .075), 20, scale=.42, tilt=(rad(90), 0))
    if hang:
        Z = 2.15; geo.box('foot', (2.7, .8, .16), stone('travertine' if kind != 'sand' else 'marble'), (-.15, .35, .08), .03)
        for x in (-1.25, .95): tube('post', [(x, .35, .1), (x, .35, Z + .02)], .04, brass)
        tube('rod', [(-1.25, .35, Z), (.95, .35, Z)], .035, brass)
        e = put(jewellery.earrings, kw, (-.15, .32, .5), 0, size=size, tilt=(rad(90) if kw['style'] == 'drop' else 0, 0)); bpy.context.view_layer.update()
        top = max((o.matrix_world @ Vector(c)).z for o in e.children_recursive if o.type == 'MESH' for c in o.bound_box); e.location.z += Z + .06 - top
        if kw['style'] == 'drop': e.location.z += .10
    else:
        geo.box('b1', (2.3, 1.7, .8), stone('travertine' if kind != 'sand' else 'marble'), (-.3, .45, .4), .03); put(jewellery.earrings, kw, (-.3, .15, .802), 0, size=size)
    studio.camera(azim=-8, elev=18 if hang else 20, lens=85, zoom=4.4, aim=(.1, 0, 1.05), aperture=.05, focus=(-.15, .1, 1.2), w=w, h=h)


def watch_pillow(w, h, kind='wood', **kw):
    """The watch on stone, with its case of leather behind it."""
    stand_set(kind); geo.box('stone', (2.7, 2.1, .45), stone('slate' if kind != 'green' else 'travertine'), (.1, .35, .225), .03)
    b = geo.box('case', (1.5, 1.1, 1.0), leather((.06, .03, .016) if kind != 'wood' else (.02, .035, .03)), (1.9, 1.9, .5), .12, 5); b.rotation_euler = (0, 0, rad(-14))
    put(jewellery.watch, kw, (.0, .25, .45), 16, size=2.3)
    studio.camera(azim=-10, elev=15, lens=85, zoom=4.9, aim=(.25, .1, 1.35), aperture=.055, focus=(-.05, -.35, 1.7), w=w, h=h)


def knife(loc, rz, s=1.0):
    o0 = set(geo.COL.objects)
    bl = [(0, 0), (2.3, .0), (2.75, .12), (2.55, .22), (1.9, .30), (0, .34)]; vs = [(x, y, .035 + (.012 if y > .15 else 0)) for x, y in bl] + [(x, y, .02) for x, y in bl]; n = len(bl)
    mesh('blade', vs, [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1))] + [(i, i + n, (i + 1) % n + n, (i + 1) % n) for i in range(n)], metal('steel', .16), False)
    geo.box('handle', (1.35, .32, .16), wood('walnut'), (-.66, .18, .08), .06, 4)
    new = [o for o in geo.COL.objects if o not in o0]; bpy.context.view_layer.update()
    for o in new: o.matrix_world = Matrix.Translation(loc) @ Matrix.Rotation(rad(rz), 4, 'Z') @ Matrix.Scale(s, 4) @ o.matrix_world


def plate(loc, r=1.7, col=(.82, .80, .75)):
    o = lathe('plate', [(0, .035), (r * .58, .035), (r * .60, 0), (r * .66, 0), (r * .70, .05), (r * .98, .17), (r, .19), (r * .98, .205), (r * .70, .10), (r * .62, .075), (0, .07)], ceramic(col, .2), 128, 50); o.location = loc; return o


def board(loc, size=(4.6, 3.0), rz=0, tone='oak', th=.22):
    o = geo.box('board', (size[1], size[0], th), wood(tone), (0, 0, 0), .06, 4); o.rotation_euler = (0, 0, rad(90 + rz)); o.location = (loc[0], loc[1], loc[2] + th / 2); return loc[2] + th


def cup(loc, h=.95, r=.42, col=(.30, .38, .34)):
    o = lathe('cup', [(0, .04), (r * .8, .04), (r * .82, 0), (r * .9, .0), (r, .12), (r * 1.04, h), (r * 1.0, h + .02), (r * .95, h - .02), (r * .92, .16), (0, .12)], ceramic(tuple(col), .3), 96, 50); o.location = loc


def kitchen(w, h, items, top='pale', wallcol=(.62, .66, .57), on='board', tone='walnut', cloth=None, cut=None, bits=(), cam=None, plate_r=1.75, plate_col=(.82, .80, .75), bsize=(4.8, 3.1), brz=-6, side=-1, k=1.0):
    """Food on the kitchen table: items are (builder, params, (x, y), turn, size)."""
    wall(wallcol, 9); planks(top) if top in ('pale', 'oak', 'walnut') else surface(stone(top), (40, 14), (0, 0, -.5)); rig_kitchen(k, side); z = 0.0
    if cloth: drape(linen(tuple(cloth)), .9, -.4, 5.0, 3.0, .15, 5, .012, 120)
    if on == 'board': z = board((0, 0, .02 if cloth else 0), bsize, brz, tone)
    elif on == 'plate': plate((0, 0, .03 if cloth else 0), plate_r, tuple(plate_col)); z = .075 + (.03 if cloth else 0)
    for b, kw, (x, y), rz, size in items: put(getattr(G, b), kw, (x, y, z), rz, size=size)
    if cut: knife((cut[0], cut[1], z if abs(cut[0]) < 2 and on == 'board' else (.01 if not cloth else .05)), cut[2], .8)
    for b, kw, (x, y), rz, size in bits: (globals()[b]((x, y, 0), **kw) if b in ('cup',) else put(getattr(G, b), kw, (x, y, 0), rz, size=size))
    c = dict(azim=-8, elev=28, lens=80, zoom=6.0, aim=(0, .1, .65), aperture=.06, focus=(0, -.6, .6)); c.update(cam or {})
    studio.camera(w=w, h=h, **c)
