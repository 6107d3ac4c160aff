"""Food builders. Natural relative sizes inside one product; studio.stage() scales and grounds the result."""
import math, random
from mathutils import Vector, Matrix, Euler
from geo import *
import geo, labels
from materials import *

cos, sin, rad, pi = math.cos, math.sin, math.radians, math.pi
R = random.Random


# ------------------------------------------------------------------ helpers
def scatter(name, base, mats, mat):
    """Join many transformed copies of (verts, faces) into one mesh."""
    V, Fc = base; vs, fs = [], []
    for M in mats:
        b = len(vs); vs += [M @ v for v in V]; fs += [tuple(i + b for i in f) for f in Fc]
    return mesh(name, vs, fs, mat, True, 60)


def raw(ob, remove=True):
    V = [v.co.copy() for v in ob.data.vertices]; Fc = [tuple(p.vertices) for p in ob.data.polygons]
    if remove: bpy.data.objects.remove(ob)
    return V, Fc


def rmat(rnd, loc, s=1, flat=None):
    e = Euler((rnd.uniform(0, TAU), rnd.uniform(0, TAU), rnd.uniform(0, TAU))) if flat is None else Euler((rnd.uniform(-flat, flat), rnd.uniform(-flat, flat), rnd.uniform(0, TAU)))
    s = (s, s, s) if isinstance(s, (int, float)) else s
    return Matrix.Translation(loc) @ e.to_matrix().to_4x4() @ Matrix.Diagonal((*s, 1))


def grouped(f):
    """Run f and return an Empty that parents everything it made."""
    o0 = set(geo.COL.objects); f(); new = [o for o in geo.COL.objects if o not in o0]; bpy.context.view_layer.update()
    e = bpy.data.objects.new('grp', None); link(e)
    for o in new:
        if o.parent is None: o.parent = e
    return e


def leaf(L=1, W=.4, mat=None, curl=.3, fold=.25, wave=.04, seed=0, nu=16, nv=8, tip=1.0):
    r = R(seed); ph = r.uniform(0, 6); vs, fs, uv = [], [], []
    for i in range(nu + 1):
        u = i / nu; w = W * .5 * (sin(pi * min(1, u ** .72)) ** .85) * (1 - .15 * u) + .012
        for j in range(nv + 1):
            v = j / nv * 2 - 1; x = v * w; a = curl * u * 2.0
            z = L * (u * sin(a) * .5) + fold * abs(v) * w + wave * sin(u * 15 + ph + v) * abs(v) ** 2
            vs.append((x, L * u * cos(a * .5), z)); uv.append((u, j / nv))
    for i in range(nu):
        for j in range(nv): a = i * (nv + 1) + j; fs.append((a, a + 1, a + nv + 2, a + nv + 1))
    return mesh('leaf', vs, fs, mat, True, None, uv)


@cached
def leafmat(col=(.10, .26, .035), vein=(.28, .42, .12), gloss=.4, trans=.25):
    t = NT('leafm'); uv = t.sep(t.co('UV')); v = t.math('ABSOLUTE', t.math('SUBTRACT', uv[1], .5))
    mid = t.ramp(v, [(0, 1), (.035, 0)])
    side = t.math('ABSOLUTE', t.math('SINE', t.math('MULTIPLY', t.math('SUBTRACT', uv[0], t.math('MULTIPLY', v, .35)), 30)))
    sv = t.ramp(side, [(0, .7), (.14, 0)]); f = t.math('MAXIMUM', mid, sv)
    c = t.mix(t.ramp(t.noise(3, 4), [(.3, 0), (.7, 1)]), tuple(x * .75 for x in col), tuple(min(1, x * 1.3) for x in col))
    c = t.mix(t.math('MULTIPLY', t.rand(), .35), c, (.22, .34, .05)); c = t.mix(t.math('MULTIPLY', f, .55), c, vein)
    p = t.bsdf(base=c, rough=gloss, spec=.4, normal=t.bump(t.math('SUBTRACT', t.noise(25, 3), f), .25, .02))
    tr = t.n('BsdfTranslucent', {'Color': t.mix(.5, c, (.35, .5, .05))})
    return t.end(t.n('MixShader', {0: trans, 1: p, 2: tr}))


@cached
def fruitmat(name, stops, streak=0.0, dots=None, rough=.35, coat=.2, sss=.04, sss_rad=(.1, .04, .02), bump=.02, bscale=30, noise_s=2.0, jitter=.25, topcol=None, spec=.5):
    """Generic skin: colour ramp over noise, optional meridian streaks, lenticel dots, object-random variation."""
    t = NT('fruit_' + name); o = t.co(); n = t.noise(noise_s, 4, .55)
    if streak:
        nv = t.n('VectorMath', {0: t.n('VectorMath', {0: o, 1: (1, 1, 0)}, operation='MULTIPLY')}, operation='NORMALIZE')
        zz = t.sep(o)[2]; s = t.noise(7, 5, .7, t.n('VectorMath', {0: nv, 1: t.xyz(0, 0, t.math('MULTIPLY', zz, .25))}, operation='ADD'))
        n = t.math('ADD', t.math('MULTIPLY', n, 1 - streak), t.math('MULTIPLY', s, streak))
    if jitter: n = t.math('ADD', n, t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), jitter))
    c = t.ramp(n, list(stops))
    if topcol: c = t.mix(t.attr('top', 'Fac'), c, topcol)
    if dots:
        d = t.ramp(t.voro(dots[0]), [(dots[1] * .6, 1), (dots[1], 0)]); c = t.mix(t.math('MULTIPLY', d, dots[3] if len(dots) > 3 else .7), c, dots[2])
    b = t.noise(bscale, 3)
    return t.end(t.bsdf(base=c, rough=rough, spec=spec, coat=coat, coat_rough=.18, sss=sss, sss_col=c, sss_rad=sss_rad, normal=t.bump(b, bump, .05)))


def vattr(ob, name, f):
    a = ob.data.attributes.new(name, 'FLOAT', 'POINT')
    for i, v in enumerate(ob.data.vertices): a.data[i].value = f(v.co)


def stem(pts, r, col=(.14, .075, .03), taper=.7, mat=None):
    return tube('stem', spline(pts, 24), r, mat or paper(col, .8, .5), scale=lambda u: 1 + (1 - taper) * (2 * u - 1) ** 2, n=10)


def glassjar(prof, wall=.05, fill=None, fillmat=None, lip=True, tint=(1, 1, 1)):
    """Jar/bottle: outer fresnel shell (noise free) + content body."""
    o = lathe('glass', prof, thinglass(tint, 1.2), 96, 50); o.visible_shadow = o.visible_diffuse = False
    if fill:
        zt = fill; p = [(max(0, r - wall), max(z, wall + prof[0][1])) for r, z in prof if z <= zt]
        rr = max(0, _rat(prof, zt) - wall); p += [(rr, zt), (rr * .96, zt + .015), (0, zt + .01)]
        if p[0][0] > 0: p = [(0, p[0][1])] + p
        lathe('content', p, fillmat, 96, 40)
    return o


def _rat(prof, z):
    for (r0, z0), (r1, z1) in zip(prof, prof[1:]):
        if z0 <= z <= z1 and z1 > z0: return r0 + (r1 - r0) * (z - z0) / (z1 - z0)
    return prof[-1][0]


def label_patch(r, z0, z1, arc_deg, path, rough=.6, az=-90, r_top=None):
    n = 60; vs, fs, uv = [], [], []
    for i in range(n + 1):
        a = rad(az - arc_deg / 2 + arc_deg * i / n)
        for j, z in enumerate((z0, z1)):
            rr = (r if j == 0 else (r_top or r)) + .006; vs.append((rr * cos(a), rr * sin(a), z)); uv.append((i / n, j))
    for i in range(n): fs.append((2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
    return mesh('label', vs, fs, label(path, rough), True, None, uv)


def bowl(r=1.2, h=.65, mat=None, foot=.5, t=.06):
    prof = [(0, .05), (foot, .05), (foot, 0), (foot + .06, 0), (foot + .08, .06)]
    for i in range(1, 13):
        u = i / 12; prof.append((foot + .08 + (r - foot - .08) * sin(u * pi / 2) ** .9, .06 + (h - .06) * (1 - cos(u * pi / 2)) ** .85))
    out = [prof[-1]]; prof += [(r + .012, h + .025), (r - t * .5, h + .04), (r - t, h + .01)]
    for i in range(11, -1, -1):
        u = i / 12; prof.append((max(.0, (foot + .08 + (r - foot - .08) * sin(u * pi / 2) ** .9 - t)), .06 + t + (h - .06) * (1 - cos(u * pi / 2)) ** .85))
    prof.append((0, .06 + t))
    return lathe('bowl', prof, mat or ceramic(), 128, 50)


def strays(obs, rx, ry):
    """Remove simulated items that escaped."""
    for o in obs:
        p = o.matrix_world.translation
        if abs(p.x) > rx or abs(p.y) > ry or p.z < 0: o.hide_render = True; o['noframe'] = 1; o.location = (0, 0, -99)


# ------------------------------------------------------------------ fruit
def _apple_mesh(seed=0, r=1.0, mat=None):
    rnd = R(seed); prof = []
    for i in range(49):
        t = pi * i / 48; x = sin(t) * (1 + .03 * sin(t)); z = -cos(t) * .95
        x *= 1 + .09 * z
        z += -.36 * math.exp(-(x / .30) ** 2) * (1 if t > pi / 2 else 0) + .17 * math.exp(-(x / .26) ** 2) * (1 if t < pi / 2 else 0)
        prof.append((x, z))
    prof[0] = (0, prof[0][1]); prof[-1] = (0, prof[-1][1])
    ph = rnd.uniform(0, 6); tl = rnd.uniform(-.05, .05)
    o = lathe('apple', prof, mat, 80, None, lambda th, rr, z: rr * (1 + .022 * cos(5 * th + ph) * (.6 - .6 * z) + .02 * cos(2 * th + ph)))
    deform(o, lambda p: Vector((p.x, p.y, p.z * (1 + tl * p.x))) * r)
    vattr(o, 'top', lambda p: min(.85, 1.1 * math.exp(-((p.xy.length / r) / .30) ** 2)))
    return o


APPLE = {'red': ((.30, (.50, .36, .06)), (.42, (.52, .10, .03)), (.55, (.40, .018, .018)), (.75, (.22, .006, .012))),
         'green': ((.3, (.36, .50, .06)), (.5, (.30, .46, .045)), (.7, (.42, .52, .10))),
         'gala': ((.30, (.66, .48, .12)), (.46, (.62, .26, .06)), (.58, (.50, .06, .03)), (.8, (.40, .03, .02)))}


def apple1(kind='gala', seed=0, r=1.0, leafy=False):
    def f():
        m = fruitmat('apple' + kind, APPLE[kind], streak=.6, dots=(17, .10, (.72, .60, .32), .5), rough=.34, coat=.35, sss=.03, topcol=(.36, .38, .08), bump=.015, jitter=.12)
        _apple_mesh(seed, r, m); rnd = R(seed + 9); dx, dy = rnd.uniform(-.12, .12), rnd.uniform(-.12, .12)
        stem([(0, 0, .42 * r), (dx * .3, dy * .3, .70 * r), (dx, dy, .95 * r), (dx * 1.8, dy * 1.8, 1.12 * r)], .040 * r, (.13, .065, .025), .6)
        if leafy:
            l = leaf(.85 * r, .42 * r, leafmat(), .35, .2, .02, seed); l.location = (dx * 1.2, dy * 1.2, .98 * r); l.rotation_euler = (.15, .25, rnd.uniform(.5, 1.6))
    return grouped(f)


def apples(kind='gala', n=3):
    pos = [((0, 0, .78), (.08, .05, .3), True), ((-1.55, .75, .78), (-.1, .15, 2), False), ((1.25, 1.15, .78), (.12, -.12, 4), False)][:n]
    if n == 2: pos = [((-.3, 0, .78), (.06, .06, .3), True), ((1.45, .7, .72), (.0, 1.25, 1.2), False)]
    for i, (p, r, lf) in enumerate(pos): e = apple1(kind, i, 1, lf); e.location = p; e.rotation_euler = r; ground(e)


def banana1(seed=0, pts=None, r=.34, ripe=.5):
    t = NT('banana'); uv = t.sep(t.co('UV')); u = uv[0]
    c = t.ramp(u, [(0, (.36, .34, .07)), (.12, (.56, .50, .07)), (.25, (.86, .60, .07)), (.80, (.88, .62, .08)), (.92, (.62, .50, .08)), (.965, (.22, .15, .04)), (1, (.03, .02, .012))])
    c = t.mix(t.ramp(t.noise(1.6, 4), [(.35, 0), (.7, .35)]), c, (.80, .50, .05))
    sp = t.ramp(t.noise(13, 6, .7), [(.63, 0), (.70, .9)]); fine = t.ramp(t.voro(22), [(.04, .8), (.08, 0)])
    c = t.mix(t.math('MULTIPLY', t.math('MAXIMUM', sp, fine), ripe), c, (.20, .09, .02))
    ridge = t.ramp(t.math('ABSOLUTE', t.math('SINE', t.math('MULTIPLY', uv[1], 5 * pi))), [(.0, .35), (.16, 0)]); c = t.mix(ridge, c, (.48, .34, .06))
    m = t.end(t.bsdf(base=c, rough=.46, spec=.4, sss=.05, sss_col=(.9, .7, .2), sss_rad=(.15, .1, .03), normal=t.bump(t.noise(12, 4), .08, .03)))
    sec = []
    for k in range(40):     # five flat sides with soft ridges
        a = TAU * k / 40; q = .90 / max(.80, cos((a % (TAU / 5)) - TAU / 10)); q = .55 * q + .45; sec.append((q * cos(a) * r, q * sin(a) * r))
    def sc(u):
        if u < .05: return .40
        if u < .20: k = (u - .05) / .15; return .40 + .60 * k * k * (3 - 2 * k)
        if u > .84: k = (u - .84) / .16; return max(.20, 1 - .80 * k ** 1.8)
        return 1.0 + .03 * sin(u * 6 + seed)
    return sweep('banana', spline(pts, 90), sec, m, False, (0, 0, 1), sc, autosmooth=60, uv=True)


def bananas(n=5):
    """A hand of bananas on its side: three below, two above, all grown from one crown."""
    C = Vector((-2.25, .30, .46)); rnd = R(3)
    for i in range(n):
        up = i >= 3; k = (i - 1) if not up else (i - 3.5); rr = 3.0 + k * .60; z = .31 + (.47 if up else 0)
        cx, cy = -.10, -2.75; P = []
        for j in range(9):
            a = rad(142 - (92 + rnd.uniform(-5, 5)) * j / 8); w = min(1, j / 2.5)
            q = Vector((cx + rr * cos(a), cy + rr * sin(a), z + .05 * sin(j * .8 + i) * (j / 8)))
            if j == 8: q += Vector((-.02, .05, 0))
            P.append(C.lerp(q, w) if j < 3 else q)
        P[0] = C + Vector((-.10, .02 * k, .04 * (1 if up else -1))); P[1] = C.lerp(P[3], .30) + Vector((0, .03 * k, (.06 if up else -.04)))
        banana1(i, P, .315 * rnd.uniform(.95, 1.03), .45)
    t = NT('crown'); z = t.sep(t.co())[0]; c = t.ramp(t.math('ADD', t.math('MULTIPLY', z, .8), 2.45), [(.0, (.10, .06, .03)), (.16, (.30, .24, .07)), (.75, (.56, .46, .09))]); cm = t.end(t.bsdf(base=c, rough=.6, spec=.3, normal=t.bump(t.noise(8, 4), .3, .05)))
    tube('crown', spline([C + Vector((-.55, -.12, .04)), C + Vector((-.32, -.05, .02)), C + Vector((.02, .03, .0)), C + Vector((.30, .02, 0))], 24), .25, cm, n=20, scale=lambda u: (.60 + .45 * u, .60 + .75 * u) if u < .7 else (.915 - .5 * (u - .7), 1.125 - .6 * (u - .7)))
    lathe('cut', [(0, 0), (.13, 0), (.135, .02)], paper((.07, .045, .02), .9, .8), 24, None).matrix_world = Matrix.Translation(C + Vector((-.56, -.12, .04))) @ Matrix.Rotation(rad(-90), 4, 'Y')


@cached
def citrusface(kind='orange', n=10, R0=1.0):
    P = {'orange': ((.93, .36, .02), (.98, .55, .10), (.95, .80, .52), (.90, .30, .01)), 'lemon': ((.92, .78, .16), (.96, .88, .36), (.95, .92, .72), (.90, .70, .03)), 'lime': ((.5, .7, .15), (.6, .8, .3), (.85, .9, .7), (.2, .4, .03))}[kind]
    t = NT('cface'); o = t.n('VectorMath', {0: t.co(), 1: (1 / R0, 1 / R0, 1 / R0)}, operation='MULTIPLY'); s = t.sep(o); r = t.math('SQRT', t.math('ADD', t.math('POWER', s[0], 2), t.math('POWER', s[1], 2))); a = t.math('ARCTAN2', s[1], s[0])
    ww = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(2, 2), .5), .25)
    seg = t.math('ABSOLUTE', t.math('SINE', t.math('MULTIPLY', t.math('ADD', a, ww), n / 2))); dist = t.math('MULTIPLY', seg, r)     # ~distance to membrane
    ves = t.noise(9, 5, .65, t.xyz(t.math('MULTIPLY', a, 4.5), t.math('MULTIPLY', r, 1.6), 0)); v2 = t.voro(7, t.xyz(t.math('MULTIPLY', a, 3.2), t.math('MULTIPLY', r, 1.1), 0), 'DISTANCE_TO_EDGE')
    pulp = t.mix(t.ramp(ves, [(.3, 0), (.7, 1)]), P[0], P[1]); pulp = t.mix(t.ramp(v2, [(0, .5), (.08, 0)]), pulp, P[2])
    memb = t.ramp(dist, [(.035, 1), (.085, 0)]); ring = t.ramp(r, [(.80, 0), (.835, 1)]); core = t.ramp(r, [(.06, 1), (.11, 0)])
    f = t.math('MAXIMUM', t.math('MAXIMUM', memb, ring), core)
    c = t.mix(f, pulp, P[2]); c = t.mix(t.ramp(r, [(.935, 0), (.955, 1)]), c, P[3])
    h = t.math('ADD', t.math('MULTIPLY', t.math('SUBTRACT', 1.0, f), .5), t.math('MULTIPLY', ves, .5))
    rough = t.math('MULTIPLY_ADD', f, .45, .16)
    return t.end(t.bsdf(base=c, rough=rough, spec=.5, sss=.15, sss_col=c, sss_rad=(.2, .1, .04), normal=t.bump(h, .45, .05)))


def citrus1(kind='orange', seed=0, half=False):
    lemon = kind == 'lemon'
    base = {'orange': (((.3, (.88, .30, .012)), (.7, (.93, .38, .02)))), 'lemon': ((.3, (.90, .66, .02)), (.7, (.94, .74, .05)))}[kind]
    t = NT('peel' + kind); n = t.noise(2, 3)
    c = t.ramp(n, list(base)); pores = t.voro(22 if not lemon else 20, feature='SMOOTH_F1'); ph = t.ramp(pores, [(.0, 0), (.33, 1)])
    c = t.mix(t.math('MULTIPLY', t.math('SUBTRACT', 1, ph), .18), c, tuple(x * .6 for x in base[0][1]))
    c = t.mix(t.attr('top', 'Fac'), c, (.25, .22, .03))
    m = t.end(t.bsdf(base=c, rough=.36, spec=.5, coat=.15, coat_rough=.25, sss=.06, sss_col=c, sss_rad=(.12, .05, .02), normal=t.bump(t.math('ADD', ph, t.math('MULTIPLY', t.noise(8, 3), .4)), .34, .05)))
    prof = []
    for i in range(65):
        a = pi * i / 64; x = sin(a); z = -cos(a) * .96
        if lemon:
            z = -cos(a) * 1.22; x = sin(a) ** 1.08 * .93; z += math.copysign(.20 * math.exp(-(x / .20) ** 2), z)
        else: z -= math.copysign(.05 * math.exp(-(x / .18) ** 2), z)
        prof.append((x, z))
    rnd = R(seed); ph0 = rnd.uniform(0, 6)
    wob = lambda th, r, z: r * (1 + .012 * cos(3 * th + ph0) + .012 * cos(2 * th + z * 2))
    def f():
        if not half:
            o = lathe('citrus', prof, m, 96, None, wob); vattr(o, 'top', lambda p: .75 * math.exp(-(p.xy.length / .07) ** 2) if p.z > 0 else 0)
            if not lemon: icos('nub', .055, 2, paper((.22, .26, .06))).location = (0, 0, .885)
        else:
            if lemon: hp = [(r, z) for r, z in prof if z <= 0]; R0 = .93
            else: hp = [(r, z) for r, z in prof if z <= 0.01]; R0 = 1.0
            hp[-1] = (R0, 0); o = lathe('half', hp + [(R0 - .02, .012)], m, 96, 60)
            n = 64; fc = lathe('face', [(0, .018)] + [(R0 * k / 12, .018) for k in range(1, 12)] + [(R0 - .02, .012)], citrusface(kind, 10 if not lemon else 9, R0), 96, None)
    return grouped(f)


def citrus(kind='orange', whole=2):
    zr = .95
    a = citrus1(kind, 1); a.location = (-.75, .6, zr if kind == 'orange' else .93); a.rotation_euler = (.2, -.5, .8) if kind == 'orange' else (rad(80), 0, rad(62))
    b = citrus1(kind, 2, True); b.location = (.62, -.55, .70); b.rotation_euler = (rad(62), 0, rad(14))
    if whole > 1:
        c = citrus1(kind, 3); c.location = (1.45, 1.35, zr if kind == 'orange' else .93); c.rotation_euler = (.3, .6, 2) if kind == 'orange' else (rad(86), 0, rad(-48))
    for q in (a, b) + ((c,) if whole > 1 else ()): ground(q)
    l = leaf(1.05, .5, leafmat((.055, .19, .03)), .10, .15, .02, 3); l.location = (-1.05, -.95, .03); l.rotation_euler = (0, -.1, rad(70))
    l = leaf(.95, .45, leafmat((.055, .19, .03)), .10, .15, .02, 4); l.location = (-1.0, -.95, .03); l.rotation_euler = (0, .1, rad(130))


def strawberry1(seed=0):
    rnd = R(seed); prof = []
    for i in range(41):
        u = i / 40; z = u * 1.3; x = .52 * (sin(pi * min(1, u ** .62 * .98)) ** .72) * (1.0 - .10 * u) if 0 < u < 1 else 0
        prof.append((x, z))
    prof = [(0, 0)] + prof[1:-1] + [(0, 1.27)]
    seeds = []
    for k in range(120):
        u = .05 + .86 * (k + .5) / 120; a = k * 2.39996; z = u * 1.3; x = _rat(prof, z); seeds.append(Vector((x * cos(a), x * sin(a), z)))
    o = lathe('berry', prof, None, 80, None)
    sq, ph = rnd.uniform(.8, .95), rnd.uniform(0, 6)
    def dd(p):
        q = p.copy(); n = Vector((p.x, p.y, .25 * (p.z - .5))).normalized()
        d = 0
        for s in seeds:
            if abs(s.z - p.z) < .1:
                l = (s - p).length_squared
                if l < .01: d += math.exp(-l / .0016)
        return q - n * .030 * min(1.2, d)
    deform(o, dd)
    t = NT('strawb'); z = t.sep(t.co())[2]; c = t.ramp(t.math('ADD', t.math('MULTIPLY', z, .74), t.math('MULTIPLY', t.math('SUBTRACT', t.noise(3, 3), .5), .10)), [(0, (.42, .008, .012)), (.72, (.50, .010, .014)), (.88, (.60, .07, .03)), (.96, (.78, .42, .22))])
    m = t.end(t.bsdf(base=c, rough=.28, spec=.5, coat=.4, coat_rough=.12, sss=.12, sss_col=(.7, .03, .03), sss_rad=(.12, .03, .02), normal=t.bump(t.noise(30, 2), .05, .02)))
    o.data.materials.append(m); sm = plastic((.62, .36, .07), .35)
    b = raw(icos('s', 1, 2)); ms = []
    for s in seeds:
        n = Vector((s.x, s.y, .25 * (s.z - .5))).normalized(); up = Vector((0, 0, 1)); x = n.cross(up).normalized(); y = n.cross(x)
        M = Matrix((x * .018, y * .030, n * .012)).transposed().to_4x4(); M.translation = s - n * .016; ms.append(M)
    sd = scatter('seeds', b, ms, sm); lm = leafmat((.13, .30, .04)); parts = [sd]
    for k in range(9):
        a = TAU * k / 9 + rnd.uniform(-.2, .2); l = leaf(.42, .17, lm, rnd.uniform(-.35, .25), .3, .01, k, 10, 4); l.matrix_world = Matrix.Translation((.03 * cos(a), .03 * sin(a), 1.265)) @ Matrix.Rotation(a - pi / 2, 4, 'Z') @ Matrix.Rotation(rnd.uniform(-.5, .15), 4, 'X'); parts.append(l)
    parts.append(stem([(0, 0, 1.25), (.02, .01, 1.38), (.07, .02, 1.52)], .028, (.20, .32, .07)))
    join([o] + parts)
    return deform(o, lambda p: Vector((p.x, p.y * sq, p.z)))


def punnet(w=2.6, d=1.8, h=.75, mat=None):
    """Open pulp tray with sloped walls and a rim."""
    vs, fs = [], []; m = mat or paper((.50, .56, .40), .9, .6); N = 40
    def loop(s, z, t=0):
        for x, y in roundrect((w * s - t), (d * s - t), .22, 9): vs.append((x, y, z))
    rings = [(.82, 0, 0), (.9, .25, 0), (1.0, h, 0), (1.06, h + .03, 0), (1.06, h + .06, 0), (.99, h + .06, .04), (.90, .3, .08), (.80, .07, .06)]
    for s, z, t in rings: loop(s, z, t)
    for i in range(len(rings) - 1):
        for j in range(N): fs.append((i * N + j, i * N + (j + 1) % N, (i + 1) * N + (j + 1) % N, (i + 1) * N + j))
    fs.append(tuple(range(N))[::-1]); fs.append(tuple((len(rings) - 1) * N + j for j in range(N)))
    return mesh('punnet', vs, fs, m, True, 50)


def strawberries(n=24, box=True):
    rnd = R(4); p = punnet(); base = [strawberry1(i) for i in range(3)]; bs = []
    for i in range(n):
        if i < 3: o = base[i]
        else:
            o = dup(base[i % 3])
        s = rnd.uniform(.48, .60); o.scale = (s,) * 3
        o.matrix_world = rmat(rnd, (rnd.uniform(-.85, .85), rnd.uniform(-.5, .5), .5 + .30 * (i // 5)), s); bs.append(o)
    # simulate in free air, then freeze
    walls = [bx for bx in (geo.box('w', (2.7, .1, 4), None, (0, -.95, 2), 0), geo.box('w', (2.7, .1, 4), None, (0, .95, 2), 0), geo.box('w', (.1, 2, 4), None, (-1.32, 0, 2), 0), geo.box('w', (.1, 2, 4), None, (1.32, 0, 2), 0))]
    simulate(bs, [p] + walls, 70)
    for w in walls: bpy.data.objects.remove(w)
    strays(bs, 1.5, 1.2)
    o = dup(base[1]); o.matrix_world = Matrix.Translation((.75, -1.55, .25)) @ Euler((rad(82), 0, rad(60))).to_matrix().to_4x4() @ Matrix.Scale(.58, 4)


def blueberry_base(r=.5):
    prof = [(r * sin(pi * i / 32) * 1.03, -r * cos(pi * i / 32) * .90) for i in range(30)] + [(r * .30, r * .87), (r * .27, r * .93), (r * .22, r * .87), (r * .16, r * .76), (0, r * .74)]
    t = NT('blueb'); n = t.noise(2.5, 5, .6); z = t.sep(t.co())[2]
    c = t.ramp(t.math('ADD', n, t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .25)), [(.3, (.018, .022, .07)), (.55, (.055, .075, .20)), (.75, (.16, .20, .36))])
    c = t.mix(t.ramp(z, [(.40, 0), (.43, .8)]), c, (.015, .015, .03))
    m = t.end(t.bsdf(base=c, rough=.5, spec=.35, sheen=.6, normal=t.bump(t.noise(20, 3), .05, .02)))
    return lathe('blueberry', prof, m, 40, None, lambda th, rr, z: (rr * (1 + .10 * cos(5 * th)), z + .02 * cos(5 * th)) if z > r * .85 and rr > r * .2 else rr)


def blueberries(n=110):
    rnd = R(2); p = punnet(2.3, 2.3, .62, paper((.50, .56, .40), .9, .6)); b = blueberry_base(.2); bs = [b]
    for i in range(n - 1): bs.append(dup(b))
    for i, o in enumerate(bs): o.matrix_world = rmat(rnd, (rnd.uniform(-.8, .8), rnd.uniform(-.8, .8), .4 + .22 * (i // 11)), rnd.uniform(.82, 1.12))
    walls = [geo.box('w', (2.6, .1, 6), None, (0, s * 1.12, 3), 0) for s in (-1, 1)] + [geo.box('w', (.1, 2.6, 6), None, (s * 1.12, 0, 3), 0) for s in (-1, 1)]
    simulate(bs, [p] + walls, 80, .35)
    for w in walls: bpy.data.objects.remove(w)
    strays(bs, 1.3, 1.3)
    for i, (x, y) in enumerate(((.9, -1.55), (1.3, -1.35), (-.7, -1.6))): o = dup(b); o.matrix_world = rmat(rnd, (x, y, .18), 1.0)


def grapes(kind='purple', n=58):
    rnd = R(7); pts = []
    for i in range(n):
        u = rnd.random() ** .8; w = .95 * (1 - u) ** .6 + .16; a = rnd.uniform(0, TAU); q = rnd.random() ** .5
        pts.append(Vector((-1.5 + 3.1 * u + rnd.uniform(-.1, .1), w * q * cos(a), .62 + .55 * (1 - u) * q * sin(a))))
    r = .27
    for it in range(160):
        for i in range(n):
            for j in range(i):
                d = pts[i] - pts[j]; l = d.length
                if l < 2 * r * .97: k = d * ((2 * r * .97 - l) / max(l, 1e-4) * .5); pts[i] += k; pts[j] -= k
            pts[i].z += (-.012); pts[i].y *= .997
            if pts[i].z < r: pts[i].z = r
    P = {'purple': ((.3, (.030, .008, .030)), (.5, (.085, .015, .055)), (.7, (.16, .03, .08))), 'green': ((.3, (.40, .50, .10)), (.5, (.50, .58, .16)), (.7, (.60, .62, .22)))}[kind]
    t = NT('grape'); nz = t.noise(2.2, 4, .6); c = t.ramp(t.math('ADD', nz, t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .5)), list(P))
    bloom = t.ramp(t.noise(1.6, 5, .65), [(.45, 0), (.7, .35 if kind == 'purple' else .12)]); c2 = t.mix(bloom, c, (.42, .38, .50) if kind == 'purple' else (.75, .80, .62))
    m = t.end(t.bsdf(base=c2, rough=t.math('MULTIPLY_ADD', bloom, .8, .16), spec=.5, sss=.35 if kind == 'green' else .15, sss_col=c, sss_rad=(.3, .25, .08) if kind == 'green' else (.2, .04, .08)))
    b = sphere('grape', r, m, seg=40, rings=20); gm = paper((.26, .30, .08), .7, .3); first = True
    ax = lambda x: Vector((x, 0, .72))
    for i, p in enumerate(pts):
        o = b if first else dup(b); first = False; o.location = p; o.rotation_euler = (rnd.uniform(0, 6), rnd.uniform(0, 6), 0); o.scale = (1, 1, rnd.uniform(1.06, 1.16))
        q = ax(p.x - .22); top = p + (q - p).normalized() * r * .98; stem([q, q.lerp(top, .45) + Vector((0, 0, .06)), top], .026, mat=gm)
        if p.z > .55: k2 = sphere('pad', .045, gm, top, 12, 8)
    stem([(-2.35, .15, .95), (-2.05, .08, .80), (-1.6, .0, .68), (0, 0, .62), (1.2, 0, .5)], .045, mat=gm)
    stem([(-2.42, .45, .88), (-2.35, .15, .95), (-2.30, -.22, 1.05)], .05, (.22, .16, .07))


def avocado():
    prof = []
    for i in range(61):
        t = pi * i / 60; z = -cos(t) * 1.38; x = sin(t) * (.96 - .26 * (z / 1.38) - .10 * (z / 1.38) ** 3)
        prof.append((max(0, x), z))
    t = NT('avskin'); v = t.voro(13, feature='SMOOTH_F1'); n = t.noise(3, 4)
    c = t.ramp(n, [(.3, (.010, .022, .008)), (.55, (.030, .052, .012)), (.75, (.060, .085, .018))]); c = t.mix(t.ramp(v, [(.0, 0), (.5, .5)]), c, (.07, .10, .025))
    skin = t.end(t.bsdf(base=c, rough=.36, spec=.45, normal=t.bump(t.math('ADD', t.ramp(v, [(0, 1), (.6, 0)]), t.math('MULTIPLY', t.noise(30, 3), .3)), .55, .06)))
    w = lathe('avocado', prof, skin, 90, None, lambda th, r, z: r * (1 + .02 * cos(2 * th + 1))); w.location = (-.85, .85, .90); w.rotation_euler = (rad(90), rad(8), rad(-58))
    icos('st', .09, 2, paper((.16, .11, .05))).matrix_world = w.matrix_basis @ Matrix.Translation((0, 0, 1.38))
    def half(pit, loc, rot):
        def f():
            vs, fs = [], []; n = len(prof); S = 48
            for r, z in prof:
                for k in range(S + 1): a = pi * k / S; vs.append((r * cos(a), -.0 + r * sin(a), z))
            for i in range(n - 1):
                for k in range(S): a = i * (S + 1) + k; fs.append((a, a + 1, a + S + 2, a + S + 1))
            mesh('half', vs, fs, skin, True, 60)
            # flesh face with distance-to-rim attribute and a pit hollow
            F = 36; vs, fs, ed = [], [], []; pc = Vector((0, -.34)); pr = .50
            out = [Vector((s * r, z)) for s in (1, -1) for r, z in prof]
            for r, z in prof:
                for k in range(F + 1):
                    x = r * (2 * k / F - 1) * .985; d = min((Vector((x, z * .99)) - q).length for q in out[::2]); ed.append(d)
                    dp = (Vector((x, z)) - pc).length; y = -.02 - .02 * max(0, 1 - d / .06)
                    hollow = math.sqrt(max(0, pr ** 2 - dp ** 2)) if dp < pr else 0
                    vs.append((x, -.012 + hollow * .9, z * .99))
            for i in range(n - 1):
                for k in range(F): a = i * (F + 1) + k; fs.append((a, a + 1, a + F + 2, a + F + 1))
            t2 = NT('flesh'); e = t2.attr('edge', 'Fac'); c2 = t2.ramp(t2.math('ADD', e, t2.math('MULTIPLY', t2.math('SUBTRACT', t2.noise(6, 3), .5), .05)), [(.0, (.10, .17, .02)), (.035, (.34, .44, .08)), (.14, (.62, .66, .22)), (.38, (.84, .78, .38))])
            fm = t2.end(t2.bsdf(base=c2, rough=.34, spec=.45, coat=.15, coat_rough=.2, sss=.15, sss_col=c2, sss_rad=(.15, .12, .04), normal=t2.bump(t2.noise(9, 4), .06, .04)))
            o = mesh('flesh', vs, fs, fm, True, 50); a = o.data.attributes.new('edge', 'FLOAT', 'POINT')
            for i, d in enumerate(ed): a.data[i].value = d
            if pit:
                t3 = NT('pit'); cc = t3.ramp(t3.noise(2.5, 6, .6), [(.3, (.12, .045, .015)), (.55, (.26, .11, .04)), (.75, (.36, .18, .075))]); pm = t3.end(t3.bsdf(base=cc, rough=.4, spec=.45, coat=.15, normal=t3.bump(t3.noise(4, 5), .2, .05)))
                sphere('pit', .485, pm, (0, .03, -.34), scale=(1, .95, 1.02))
        e = grouped(f); e.location = loc; e.rotation_euler = rot; ground(e)
    half(True, (.85, -.35, .62), (rad(-34), rad(6), rad(-12)))
    half(False, (2.05, .95, .66), (rad(-40), rad(-10), rad(-30)))


# ------------------------------------------------------------------ vegetables
def carrots(n=6, crook=0):
    rnd = R(3)
    t = NT('carrot'); zz = t.sep(t.co())[2]; ringn = t.noise(7, 5, .75, t.map(t.co(), (.5, .5, 3.2))); lines = t.ramp(ringn, [(.52, 0), (.66, 1)])
    c = t.ramp(t.math('ADD', t.noise(2, 3), t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .3)), [(.3, (.80, .21, .012)), (.7, (.90, .30, .03))]); c = t.mix(t.math('MULTIPLY', lines, .5), c, (.42, .10, .015))
    c = t.mix(t.ramp(zz, [(.91, 0), (1.0, .8)]), c, (.34, .25, .05)); c = t.mix(t.attr('top', 'Fac'), c, (.36, .30, .05))
    m = t.end(t.bsdf(base=c, rough=.42, spec=.4, sss=.06, sss_col=(.9, .35, .05), sss_rad=(.15, .05, .02), normal=t.bump(t.math('SUBTRACT', t.math('MULTIPLY', t.noise(5, 3), .8), lines), .35, .04)))
    green = paper((.16, .30, .05), .5, .2); lm = leafmat((.09, .27, .03), (.12, .3, .05), .5, .3)
    for i in range(n):
        def f():
            L = rnd.uniform(2.6, 3.1); r0 = rnd.uniform(.27, .34); prof = [(0, -L)]
            for k in range(1, 60): u = k / 59; z = -L + L * u; prof.append((r0 * (u ** .62) * (1 + .025 * sin(u * 37 + i) * (1 - u * .5)) * (1 if u < .96 else math.sqrt(max(0, 1 - ((u - .96) / .045) ** 2)) if u < 1 else .2) + .006, z))
            prof += [(.10, .0), (0, -.02)]
            bx, by = rnd.uniform(-.12, .12), rnd.uniform(-.08, .08); cr = crook * (.55 if i % 2 else -.5) * (.6 + .25 * (i % 3))
            o = lathe('carrot', prof, m, 48, None, lambda th, r, z: r * (1 + .02 * sin(3 * th + i)))
            vattr(o, 'top', lambda p: max(0, min(.8, (p.z + .10) / .1)))
            deform(o, lambda p: p + Vector(((bx + cr) * (p.z / L) ** 2 + crook * .22 * sin(p.z * 2.6 + 1.7 * i) * min(1, -p.z) + .03 * sin(p.z * 2.2 + i), by * (p.z / L) ** 2, 0)))
            for q in range(7):
                a = rnd.uniform(0, TAU); s = rnd.uniform(.12, .5); hl = rnd.uniform(1.1, 1.9); P = spline([(.06 * cos(a), .06 * sin(a), -.06), (.09 * cos(a), .09 * sin(a), .3), (s * .5 * cos(a), s * .5 * sin(a) - .03, hl * .6), (s * cos(a), s * sin(a) - .1, hl)], 22)
                tube('st', P, .028, green, scale=lambda u: 1 - .6 * u, n=7)
                for k in range(9, 22, 1):
                    for sg in (-1, 1):
                        l = dup(lbase) if lbase else None
                        dz = (P[min(21, k)] - P[k - 1]).normalized(); x = dz.orthogonal().normalized(); x.rotate(Matrix.Rotation(rnd.uniform(0, TAU), 3, dz)); y = (dz * .7 + x).normalized(); n2 = y.cross(dz).normalized()
                        sc = rnd.uniform(.55, 1.15) * (1.1 - .5 * (k - 8) / 14); M = Matrix((n2.cross(y) * -sc, y * sc, n2 * sc)).transposed().to_4x4(); M.translation = P[k]; l.matrix_world = M
        if i == 0:
            lv, lf, luv = [], [], []
            # small divided leaf: centre blade + side lobes merged
            parts = [leaf(.30, .10, lm, .2, .2, .01, 1, 6, 2)] + [leaf(.17, .07, lm, .2, .2, .01, 2, 5, 2) for _ in range(6)]
            ms = [Matrix.Identity(4)] + [Matrix.Translation((0, .06 + .055 * k, 0)) @ Matrix.Rotation(sg * .9, 4, 'Z') for k in range(3) for sg in (-1, 1)]
            for o, M in zip(parts, ms):
                b = len(lv); lv += [M @ v.co for v in o.data.vertices]; lf += [tuple(b + q for q in p.vertices) for p in o.data.polygons]; luv += [(.5, .3)] * len(o.data.vertices)
            for o in parts: bpy.data.objects.remove(o)
            lbase = mesh('cleaf', lv, lf, lm, True, None, luv); lbase.location = (0, 0, -50); lbase.hide_render = True; lbase['noframe'] = 1
        e = grouped(f); row = 0 if i < 4 or crook else 1; j = i if row == 0 else i - 4
        e.location = ((j - ((n - 1) / 2 if crook else 1.5 if row == 0 else .5)) * (.92 if crook else .56) + rnd.uniform(-.03, .03), rnd.uniform(-.1, .1), .30 + row * .46); e.rotation_euler = (rad(-90), 0, rad(180 + (j - (1.5 if row == 0 else .5)) * -5 + rnd.uniform(-2, 2)))
    bpy.data.objects.remove(lbase)
    # twine
    tw = paper((.55, .42, .26), .9, .6)
    for q in (() if crook else (-.03, .05)):
        tube('twine', spline([(-.62, .42 + q, .38), (-.5, .42 + q, .78), (0, .42 + q, .98), (.5, .42 + q, .78), (.62, .42 + q, .38), (.4, .42 + q, .02), (-.4, .42 + q, .02)], 60, True), .035, tw, True)
    for o in geo.COL.objects:
        if o.parent is None: o.matrix_world = Matrix.Rotation(rad(-52), 4, 'Z') @ o.matrix_basis
    bpy.context.view_layer.update()


@cached
def tomatomat():
    t = NT('tomato'); n = t.noise(1.5, 3); c = t.ramp(t.math('ADD', n, t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .2)), [(.3, (.46, .012, .008)), (.6, (.56, .022, .010)), (.8, (.62, .06, .015))])
    c = t.mix(t.attr('top', 'Fac'), c, (.55, .14, .02))
    return t.end(t.bsdf(base=c, rough=.20, spec=.5, coat=.5, coat_rough=.06, sss=.10, sss_col=(.8, .05, .02), sss_rad=(.2, .03, .015), normal=t.bump(t.noise(26, 2), .02, .02)))


def tomato1(seed=0, r=1.0):
    def f():
        prof = []
        for i in range(41):
            a = pi * i / 40; x = sin(a) ** .93; z = -cos(a) * .84; z -= .16 * math.exp(-(x / .30) ** 2) * (1 if z > 0 else 0); prof.append((x, z))
        ph = R(seed).uniform(0, 6); o = lathe('tomato', prof, tomatomat(), 80, None, lambda th, rr, z: rr * (1 + .014 * cos(5 * th + ph) * (1 + z) + .012 * cos(3 * th)))
        vattr(o, 'top', lambda p: .7 * math.exp(-(p.xy.length / .35) ** 2) if p.z > 0 else 0)
        lm = leafmat((.10, .24, .03), (.14, .3, .05), .55, .1)
        for k in range(5):
            a = TAU * k / 5 + R(seed + k).uniform(-.2, .2); l = leaf(.62, .15, lm, R(k + seed).uniform(-.5, .35), .35, .02, k, 12, 4); l.matrix_world = Matrix.Translation((0, 0, .69)) @ Matrix.Rotation(a, 4, 'Z') @ Matrix.Rotation(R(seed * 3 + k).uniform(-.25, .45), 4, 'X')
    e = grouped(f); e.scale = (r,) * 3; return e


def tomatoes():
    rnd = R(5); gm = paper((.16, .27, .05), .6, .3); P = spline([(-2.75, .55, 1.75), (-2.0, .3, 1.62), (-1.0, .1, 1.55), (0, .0, 1.62), (1.0, .12, 1.55), (2.2, .1, 1.42), (2.8, .2, 1.5)], 60)
    tube('vine', P, .075, gm, scale=lambda u: 1.1 - .35 * u, n=12)
    for i, (u, sgn) in enumerate(((.12, -1), (.30, 1), (.47, -1), (.66, 1), (.84, -1))):
        p = P[int(u * 59)]; c = Vector((p.x + rnd.uniform(-.05, .05), p.y + sgn * .72, .80)); r = rnd.uniform(.90, .98); tilt = sgn * rad(24)
        e = tomato1(i, r); e.location = (c.x, c.y, .80 * r); e.rotation_euler = (tilt, rnd.uniform(-.12, .12), rnd.uniform(0, 6) * 0); top = Matrix.Translation(e.location) @ Euler(e.rotation_euler).to_matrix().to_4x4() @ Vector((0, 0, .70 * r))
        stem([p, p.lerp(top, .35) + Vector((0, 0, .12)), top.lerp(p, .2) + Vector((0, 0, .1)), top], .05, mat=gm)
        sphere('kn', .085, gm, top + (p - top) * .45 + Vector((0, 0, .10)))


def broccoli():
    rnd = R(11)
    t = NT('bstalk'); c = t.ramp(t.noise(4, 5, .6, t.map(t.co(), (3, 3, .6))), [(.3, (.30, .42, .12)), (.7, (.48, .58, .24))]); sm = t.end(t.bsdf(base=c, rough=.5, spec=.35, sss=.08, sss_col=c, sss_rad=(.1, .1, .04), normal=t.bump(t.noise(9, 4, .6, t.map(t.co(), (3, 3, .5))), .25, .05)))
    cut = fruitmat('bcut', ((.3, (.60, .66, .36)), (.7, (.72, .76, .48))), sss=.1, coat=0)
    t = NT('bflor'); c = t.ramp(t.math('ADD', t.noise(5, 4), t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .3)), [(.3, (.022, .075, .022)), (.55, (.045, .13, .035)), (.75, (.10, .21, .055))])
    fm = t.end(t.bsdf(base=c, rough=.6, spec=.3, sheen=.15, normal=t.bump(t.voro(34), .7, .04)))
    # bud cluster: bumpy little dome made of beads
    b = raw(icos('b', 1, 2)); ms = []
    for k in range(90):
        z = 1 - 1.35 * (k + .5) / 90; a = k * 2.39996; q = math.sqrt(max(0, 1 - z * z)); p = Vector((q * cos(a), q * sin(a), z)); s = rnd.uniform(.15, .21); ms.append(Matrix.Translation(p * .90) @ Matrix.Scale(s, 4))
    ms.append(Matrix.Scale(.9, 4)); bud = scatter('bud', b, ms, fm); first = True
    lathe('trunk', [(0, -.02), (.50, 0), (.52, .06), (.44, .5), (.42, .9), (.55, 1.3), (.62, 1.6), (0, 1.7)], sm, 48, 50, lambda th, r, z: r * (1 + .07 * cos(5 * th + z)))
    lathe('cut', [(0, .0), (.49, .0)], cut, 40, None).location = (0, 0, -.012)
    heads = []
    for k in range(19):
        u = (k + .4) / 19; a = k * 2.39996; q = math.sqrt(u) * 1.25; z = 2.35 - .62 * u - .25 * u * u; heads.append((Vector((q * cos(a), q * sin(a) * .95, z)), .50 - .08 * u, a, u))
    for c0, r, a, u in heads:
        tube('br', spline([(.2 * cos(a), .2 * sin(a), 1.05), (.42 * c0.x, .42 * c0.y, 1.45), c0 * .82 + Vector((0, 0, .1)), c0], 14), .15, sm, n=10, scale=lambda u: .85 + .5 * u)
        ax = Vector((c0.x * .75, c0.y * .75, 1.0)).normalized()
        for k in range(15):
            z = 1 - 1.05 * (k + .4) / 15; b2 = k * 2.39996 + a; q = math.sqrt(max(0, 1 - z * z)); l = Vector((q * cos(b2), q * sin(b2), z)); rot = Vector((0, 0, 1)).rotation_difference(ax); p = c0 + rot @ l * r * .72; s = r * rnd.uniform(.36, .46)
            M = Matrix.Translation(p) @ (rot @ Vector((0, 0, 1)).rotation_difference(l)).to_matrix().to_4x4() @ Matrix.Rotation(rnd.uniform(0, 6), 4, 'Z') @ Matrix.Scale(s, 4)
            if first: bud.matrix_world = M; first = False
            else: dup(bud, matrix=M)

def cucumber():
    t = NT('cuke'); s = t.sep(t.co('UV')); st = t.noise(4, 3, .5, t.xyz(t.math('MULTIPLY', s[0], 1.2), t.math('MULTIPLY', s[1], 16), 0)); n = t.noise(3, 4)
    c = t.ramp(t.math('ADD', t.math('MULTIPLY', n, .5), t.math('MULTIPLY', st, .5)), [(.3, (.012, .050, .012)), (.52, (.026, .095, .018)), (.68, (.10, .20, .05))]); c = t.mix(t.ramp(s[0], [(.0, .8), (.12, 0)]), c, (.22, .32, .10))
    m = t.end(t.bsdf(base=c, rough=.33, spec=.5, coat=.2, coat_rough=.2, normal=t.bump(t.math('ADD', t.ramp(t.voro(8), [(.06, 1), (.16, 0)]), t.math('MULTIPLY', t.noise(14, 3), .4)), .30, .05)))
    sec = [((1 + .02 * cos(8 * TAU * k / 48)) * .44 * cos(TAU * k / 48), (1 + .02 * cos(8 * TAU * k / 48)) * .44 * sin(TAU * k / 48)) for k in range(48)]
    def body(P, open_end, uvoff=0):
        return sweep('cuke', spline(P, 70), sec, m, False, (0, 0, 1), lambda u: (max(.05, math.sqrt(max(0, 1 - (1 - u / .14) ** 2)))) if u < .14 else (1 if open_end or u < .9 else max(.08, math.sqrt(max(0, 1 - ((u - .9) / .105) ** 2)))), uv=True)
    t = NT('cukeface'); s = t.sep(t.co()); r = t.math('SQRT', t.math('ADD', t.math('POWER', s[0], 2), t.math('POWER', s[1], 2))); a = t.math('ARCTAN2', s[1], s[0])
    tri = t.math('MULTIPLY_ADD', t.math('COSINE', t.math('MULTIPLY', a, 3)), .035, r)
    c = t.ramp(tri, [(.0, (.66, .74, .40)), (.16, (.74, .80, .50)), (.26, (.60, .72, .34)), (.30, (.70, .79, .46)), (.39, (.54, .68, .28)), (.425, (.12, .25, .04))])
    sa = t.math('MULTIPLY', a, 7.0); seedm = t.ramp(t.voro(1.15, t.xyz(sa, t.math('MULTIPLY', r, 7), 0), rnd=.5), [(.22, 1), (.34, 0)]); zone = t.math('MULTIPLY', t.ramp(r, [(.10, 0), (.14, 1)]), t.ramp(r, [(.23, 1), (.27, 0)]))
    f = t.math('MULTIPLY', seedm, zone); c = t.mix(t.math('MULTIPLY', f, .75), c, (.86, .86, .62))
    fm = t.end(t.bsdf(base=c, rough=.2, spec=.5, coat=.3, sss=.2, sss_col=c, sss_rad=(.2, .2, .1), normal=t.bump(t.math('ADD', f, t.noise(16, 3)), .2, .04)))
    body([(-2.4, 1.0, .44), (-1.2, .82, .44), (.4, .80, .45), (1.9, 1.05, .44)], False)
    body([(-1.9, -.55, .44), (-1.0, -.42, .44), (-.05, -.45, .44)], True)
    fc = lathe('face', [(0, .0)] + [(.435 * k / 8, 0) for k in range(1, 9)], fm, 64, None); fc.matrix_world = Matrix.Translation((-.035, -.45, .44)) @ Matrix.Rotation(rad(90), 4, 'Y')
    for i in range(5):
        def f2():
            lathe('sl', [(0, -.07), (.435, -.07), (.445, -.05), (.445, .05), (.435, .07)], m, 64, 40); x = lathe('sf', [(0, .0)] + [(.435 * k / 8, 0) for k in range(1, 9)], fm, 64, None); x.location = (0, 0, .071)
        lean = rad(72 - 9 * i); e = grouped(f2); e.location = (.17 + i * .22, -.46 - .05 * i, .445 * sin(lean) + .07 * cos(lean)); e.rotation_euler = (0, lean, rad(4 - 3 * i))
        if i == 4: e.location = (1.75, -.95, .075); e.rotation_euler = (0, 0, .5)


def pepper1(kind='red', seed=0):
    C = {'red': (.45, .008, .008), 'yellow': (.86, .50, .012), 'green': (.045, .17, .012), 'orange': (.82, .22, .01)}[kind]
    def f():
        t = NT('pep' + kind); c = t.ramp(t.noise(1.5, 3), [(.3, tuple(x * .85 for x in C)), (.7, tuple(min(1, x * 1.15) for x in C))])
        m = t.end(t.bsdf(base=c, rough=.16, spec=.5, coat=.6, coat_rough=.05, sss=.06, sss_col=c, sss_rad=(.15, .04, .02), normal=t.bump(t.noise(2.5, 3), .10, .08)))
        prof = []
        for i in range(61):
            u = i / 60; a = pi * u; x = (sin(a) ** .55) * (.80 + .22 * u); z = -1.15 + 2.15 * (u + .04 * sin(2 * a))
            prof.append((x if 0 < i < 60 else 0, z))
        ph = R(seed).uniform(0, 6); nl = 4 if seed % 2 == 0 else 3
        def w(th, r, z):
            k = cos(nl * th + ph + .25 * sin(z)); lob = 1 + .10 * k - .06 * abs(sin(nl * (th) / 2 + ph / 2)) ** 4
            zz = z
            if z > .5: zz = z - .42 * math.exp(-(r / .34) ** 2) + .09 * k * min(1, r)
            if z < -.6: zz = z + .34 * math.exp(-(r / .30) ** 2) - .07 * k * min(1, r)
            return (r * lob * (1 + .03 * sin(z * 2 + th)), zz)
        lathe('pepper', prof, m, 120, None, w)
        gm = fruitmat('pstem', ((.3, (.07, .18, .02)), (.7, (.13, .27, .04))), rough=.45, coat=.1, bump=.2, bscale=8)
        P = spline([(0, 0, .52), (0, 0, .72), (.03, .02, .95), (.10, .05, 1.25), (.22, .08, 1.48)], 30); tube('st', P, .115, gm, n=14, scale=lambda u: (2.1 - 5.0 * u) if u < .22 else 1.0 + .25 * max(0, u - .75) * 4)
        lathe('cal', [(.0, .75), (.2, .70), (.36, .62), (.42, .575), (.36, .58), (.1, .6)], gm, 48, None, lambda th, r, z: r * (1 + .14 * cos(5 * th)))
    return grouped(f)


def peppers(kinds=('red', 'yellow', 'green')):
    pos = [((-.95, 0, 1.16), (.06, -.10, .3)), ((1.05, .35, 1.15), (-.05, .08, 2.0)), ((.05, 1.75, 1.15), (.05, .05, 1.0))]
    for i, k in enumerate(kinds): e = pepper1(k, i); e.location, e.rotation_euler = pos[i]; ground(e)


def potatoes(n=7):
    rnd = R(9); t = NT('potato'); nz = t.noise(1.6, 5, .6); c = t.ramp(t.math('ADD', nz, t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .25)), [(.3, (.42, .27, .12)), (.52, (.58, .41, .20)), (.75, (.68, .52, .29))])
    net = t.ramp(t.noise(34, 6, .75), [(.48, 0), (.66, .55)]); c = t.mix(net, c, (.34, .20, .085)); sp = t.ramp(t.voro(15), [(.035, .8), (.08, 0)]); c = t.mix(sp, c, (.20, .11, .045))
    soil = t.ramp(t.noise(2.2, 7, .75), [(.56, 0), (.72, .5)]); c = t.mix(soil, c, (.22, .135, .065)); c = t.mix(t.attr('eye', 'Fac'), c, (.30, .18, .09))
    m = t.end(t.bsdf(base=c, rough=t.math('MULTIPLY_ADD', soil, .3, .50), spec=.35, sss=.03, sss_col=c, sss_rad=(.08, .05, .02), normal=t.bump(t.math('ADD', t.math('MULTIPLY', t.noise(48, 4, .7), .5), t.math('MULTIPLY', net, .4)), .16, .03))); obs = []
    for i in range(n):
        o = icos('potato', 1, 6, m); sx, sy, sz = rnd.uniform(.92, 1.22), rnd.uniform(.66, .78), rnd.uniform(.56, .66); bend = rnd.uniform(-.10, .10); ph = [rnd.uniform(0, 6) for _ in range(4)]
        eyes = [Vector((rnd.gauss(0, 1), rnd.gauss(0, 1), rnd.gauss(0, 1))).normalized() for _ in range(8)]; val = []
        def d(p):
            n0 = p.normalized(); k = 1 + .05 * sin(2 * n0.x + ph[0]) * cos(1.7 * n0.y + ph[1]) + .035 * sin(3.1 * n0.z + 2.3 * n0.x + ph[2]) + .02 * sin(4.3 * n0.y - 2 * n0.z + ph[3])
            e = sum(math.exp(-(n0 - q).length_squared / .006) for q in eyes); k -= .035 * e; val.append(min(.8, e))
            v = Vector((n0.x * sx, n0.y * sy, n0.z * sz)) * k; v.y += bend * (v.x / sx) ** 2; return v
        deform(o, d); at = o.data.attributes.new('eye', 'FLOAT', 'POINT')
        for q, x in zip(at.data, val): q.value = x
        o.matrix_world = Matrix.Translation((((i % 3) - 1) * 1.6 + rnd.uniform(-.1, .1), ((i // 3) % 2) * 1.5 - .75, .8 + (i // 6) * 1.5)) @ Euler((0, 0, rnd.uniform(0, 6))).to_matrix().to_4x4(); obs.append(o)
    w = [geo.box('w', (5.2, .1, 6), None, (0, s * 1.55, 3), 0) for s in (-1, 1)] + [geo.box('w', (.1, 5, 6), None, (s * 2.35, 0, 3), 0) for s in (-1, 1)]
    simulate(obs, w, 120, .7)
    for q in w: bpy.data.objects.remove(q)
    strays(obs, 3, 3)
    for o in obs: o.location.z -= .025


def lettuce():
    rnd = R(6)
    t = NT('lettuce'); uv = t.sep(t.co('UV')); v = t.math('ABSOLUTE', t.math('SUBTRACT', uv[1], .5)); mid = t.math('MULTIPLY', t.ramp(v, [(0, 1), (.05, 0)]), t.ramp(uv[0], [(.55, 1), (.9, .2)]))
    side = t.noise(3.5, 5, .6, t.xyz(t.math('MULTIPLY', t.math('SUBTRACT', uv[0], t.math('MULTIPLY', v, .5)), 6), t.math('MULTIPLY', v, 1.0), 0)); veins = t.ramp(t.math('ABSOLUTE', t.math('SUBTRACT', side, .5)), [(0, .6), (.03, 0)])
    inner = t.attr('age', 'Fac'); edgec = t.mix(inner, (.36, .56, .08), (.17, .40, .035)); base = t.mix(inner, (.80, .84, .46), (.62, .72, .30))
    c = t.mix(t.ramp(uv[0], [(.15, 0), (.62, 1)]), base, edgec); c = t.mix(t.math('MULTIPLY', t.math('MAXIMUM', mid, veins), .7), c, (.66, .76, .38))
    p = t.bsdf(base=c, rough=.38, spec=.4, coat=.1, normal=t.bump(t.math('SUBTRACT', t.noise(5, 5, .6), t.math('MULTIPLY', veins, .6)), .5, .08)); tr = t.n('BsdfTranslucent', {'Color': t.mix(.4, c, (.55, .75, .1))}); m = t.end(t.n('MixShader', {0: .32, 1: p, 2: tr}))
    N = 30
    for k in range(N):
        u = k / (N - 1); a = k * 2.39996; L = 1.15 + .75 * u; W = 1.25 + .85 * u; open_ = rad(6 + 72 * u ** 1.25); nu, nv = 34, 40; vs, fs, uvs = [], [], []; ph = rnd.uniform(0, 6)
        for i in range(nu + 1):
            s = i / nu; w = W * .5 * (.16 + .84 * sin(pi * .5 * min(1, s * 1.25)) ** 1.1) * math.sqrt(max(0.02, 1 - max(0, (s - .62) / .385) ** 2.4))
            for j in range(nv + 1):
                q = j / nv * 2 - 1; e = max(abs(q) ** 2 * s, max(0, (s - .75) / .25)); ruf = .085 * e * (sin(q * 13 + s * 9 + ph) + .7 * sin(s * 21 - q * 7 + ph * 2)) * (.55 + .6 * u)
                x = q * w; y0 = s * L; cup = (.55 - .30 * u) * q * q * w; curl = .45 * u * max(0, s - .55) ** 2 - .5 * (1 - u) * s * s
                bend = open_ * (1) ; yy = y0; zz = cup - curl * L + ruf
                # leaf grows upwards, tilted outwards by open_, base radius small
                Yr = .10 + .16 * u + yy * sin(bend) - zz * cos(bend); Zr = yy * cos(bend) + zz * sin(bend)
                vs.append((x, Yr, Zr + .05)); uvs.append((s, j / nv))
        for i in range(nu):
            for j in range(nv): b = i * (nv + 1) + j; fs.append((b, b + 1, b + nv + 2, b + nv + 1))
        o = mesh('lleaf', vs, fs, m, True, None, uvs); at = o.data.attributes.new('age', 'FLOAT', 'POINT')
        for q in at.data: q.value = min(1, u * 1.15)
        o.rotation_euler = (0, 0, a)
    bpy.context.view_layer.update()
    for o in geo.COL.objects: o.matrix_world = Matrix.Rotation(rad(16), 4, 'X') @ o.matrix_world


# ------------------------------------------------------------------ dairy
@cached
def liquid(col=(.88, .86, .81), sss=.3, rough=.25):
    t = NT('liquid'); return t.end(t.bsdf(base=col, sss=sss, sss_col=col, sss_rad=(.3, .28, .24), rough=rough, spec=.4))


def milk(label_=True):
    prof = [(0, .0), (.62, 0), (.70, .05), (.72, .14), (.72, 1.75), (.70, 1.95), (.60, 2.18), (.46, 2.40), (.395, 2.62), (.38, 2.85), (.38, 3.10)]
    prof = [(0, 0)] + [(r, z) for r, z in [tuple(p)[:2] for p in spline([(r, z, 0) for r, z in prof[1:]], 90)]]
    lathe('content', [(0, .05)] + [(max(0, r - .022), max(.05, z)) for r, z in prof[1:] if z < 2.80] + [(.35, 2.82), (0, 2.82)], liquid(), 96, 40)
    o = lathe('glass', prof, thinglass((1, 1, 1), .5), 96, 60); o.visible_shadow = o.visible_diffuse = False
    lathe('cap', [(0, 3.26), (.40, 3.26), (.435, 3.235), (.442, 3.20), (.442, 2.98), (.43, 2.965), (.30, 2.965), (0, 2.965)], plastic((.10, .22, .13), .35, .2), 96, 35, lambda t, r, z: r * (1 + .012 * math.copysign(1, sin(40 * t))) if r > .42 and z < 3.2 else r)
    if label_: label_patch(.722, .42, 1.55, 190, labels.make('milk', 'Whole Milk', 'organic · non-homogenized', ['1 LITER', '3.8 % FAT'], band='#2F5D46'))


def yoghurt():
    prof = [(0, 0), (.74, 0), (.82, .05), (.84, .14), (.84, 1.15), (.80, 1.30), (.74, 1.36), (.74, 1.56)]
    lathe('content', [(0, .04), (.70, .04), (.79, .08), (.815, .16), (.815, 1.14), (.785, 1.26), (.72, 1.33), (0, 1.33)], liquid((.88, .87, .83), .25, .35), 96, 40)
    o = lathe('glass', prof, thinglass((1, 1, 1), .5), 96, 50); o.visible_shadow = o.visible_diffuse = False
    lathe('lid', [(0, 1.665), (.70, 1.665), (.745, 1.70), (.785, 1.70), (.81, 1.67), (.815, 1.42), (.80, 1.385), (.745, 1.385), (0, 1.385)], metal('white', .24), 96, 35)
    label_patch(.842, .26, 1.05, 200, labels.make('yogurt', 'Yogurt', 'natural, set in the jar', ['500 g', 'ORGANIC'], bg='#FBFAF5', ink='#31506B', band='#8FB0C6'))
    bb = blueberry_base(.13); rnd = R(1)
    for i, (x, y) in enumerate(((1.15, -.55), (1.38, -.35), (1.05, -.28), (-1.1, -.62))):
        o = bb if i == 0 else dup(bb); o.matrix_world = rmat(rnd, (x, y, .118), 1)


def _cheesemat(kind):
    C = {'emmental': ((.86, .62, .24), (.92, .72, .35)), 'aged': ((.72, .43, .13), (.82, .55, .21)), 'cheddar': ((.86, .38, .06), (.90, .46, .10)), 'butter': ((.93, .76, .36), (.95, .82, .46)), 'brie': ((.92, .86, .66), (.94, .88, .72))}[kind]
    t = NT('cheese' + kind); c = t.mix(t.ramp(t.noise(.8, 4, .55), [(.3, 0), (.7, 1)]), *C)
    if kind == 'butter':
        n = t.bump(t.noise(2.5, 3, .5, t.map(t.co(), (1, 1, .25))), .10, .05); return t.end(t.bsdf(base=c, rough=.34, spec=.42, coat=.18, coat_rough=.25, sss=.22, sss_col=c, sss_rad=(.25, .17, .07), normal=n))
    knife = t.noise(7, 2, .5, t.map(t.co(), (.5, .5, 5)))     # the drag of the knife, not a sponge
    cr = t.ramp(t.voro(26), [(.02, .5), (.06, 0)]) if kind == 'aged' else 0.0
    if kind == 'aged': c = t.mix(cr, c, (.95, .88, .70))
    return t.end(t.bsdf(base=c, rough=.36, spec=.42, coat=.12, coat_rough=.2, sss=.20, sss_col=c, sss_rad=(.22, .15, .06), normal=t.bump(knife, .07, .04)))


def cheese(kind='emmental'):
    import bmesh
    aged = kind == 'aged'; rnd = R(21 if not aged else 5); a0, a1, Rr, H = rad(-128), rad(-78), 3.0, 1.20; m = _cheesemat(kind)
    rind = fruitmat('rind' + kind, ((.3, (.44, .24, .07)), (.55, (.58, .35, .12)), (.75, (.70, .48, .20))), rough=.6, coat=.03, bump=.35, bscale=10, noise_s=2.5)
    n = 60; outline = [Vector((.05 * cos(a1), .05 * sin(a1)))] + [Vector((Rr * cos(a0 + (a1 - a0) * i / n), Rr * sin(a0 + (a1 - a0) * i / n))) for i in range(n + 1)]; N = len(outline)
    vs = [(p.x, p.y, z) for z in (0, H) for p in outline]; fs = [tuple(range(N))[::-1], tuple(range(N, 2 * N))] + [(i, (i + 1) % N, N + (i + 1) % N, N + i) for i in range(N)]
    o = mesh('wedge', vs, fs, m, True, 40); holes = []
    sizes = (.30, .24, .22, .19, .17, .15, .13, .12, .10, .09, .08, .07, .06) * 5 if not aged else (.09, .07, .06, .05) * 4
    for i in range(900):
        if len(holes) >= (34 if not aged else 14): break
        r = sizes[len(holes)] * rnd.uniform(.85, 1.15); side = rnd.choice((0, 0, 1, 1, 2)); q = rnd.uniform(.16, .93) * Rr; off = rnd.uniform(-.55, .35) * r      # cut at any depth, so that rims differ
        ang = a0 if side == 0 else (a1 if side == 1 else rnd.uniform(a0 + .1, a1 - .1)); z = rnd.uniform(.12, H - .12) if side < 2 else H + off
        nrm = Vector((-sin(ang), cos(ang), 0)) * (1 if side == 1 else -1); c = Vector((q * cos(ang), q * sin(ang), z)) + (nrm * off if side < 2 else Vector())
        if q + r > Rr - .08 or (side < 2 and (z - r < .05 or z + r > H - .05)): continue
        if all((c - d).length > r + s2 + .05 for d, s2 in holes): holes.append((c, r))
    b = raw(icos('h', 1, 4)); hb = scatter('holes', b, [Matrix.Translation(c) @ Euler((rnd.uniform(0, 3), rnd.uniform(0, 3), 0)).to_matrix().to_4x4() @ Matrix.Diagonal((r * rnd.uniform(.95, 1.18), r, r * rnd.uniform(.82, 1), 1)) for c, r in holes], m)
    mod = o.modifiers.new('b', 'BOOLEAN'); mod.object = hb; mod.operation = 'DIFFERENCE'; mod.solver = 'EXACT'
    bpy.context.view_layer.update(); dg = bpy.context.evaluated_depsgraph_get(); me = bpy.data.meshes.new_from_object(o.evaluated_get(dg)); o.modifiers.clear(); o.data = me
    me.use_auto_smooth = True; me.auto_smooth_angle = rad(32); bpy.data.objects.remove(hb); bevel(o, .018, 3, 40)
    vs, fs = [], []; prof = ((Rr - .02, -.002), (Rr + .03, .0), (Rr + .075, .07), (Rr + .09, H * .5), (Rr + .075, H - .07), (Rr + .03, H), (Rr - .02, H + .003)); q = len(prof)
    for i in range(n + 1):
        a = a0 + (a1 - a0) * i / n
        for r, z in prof: vs.append((r * cos(a), r * sin(a), z))
    for i in range(n):
        for j in range(q - 1): k = i * q + j; fs.append((k, k + q, k + q + 1, k + 1))
    fs += [tuple(range(q)), tuple(n * q + j for j in range(q))[::-1]]
    mesh('rind', vs, fs, rind, True, 50)
    for ob in list(geo.COL.objects): ob.rotation_euler = (0, 0, rad(132))
    bpy.context.view_layer.update()


def butter(wrapped=False):
    m = _cheesemat('butter'); n = 60; vs, fs = [], []
    for i in range(n + 1):
        for j in range(n + 1):
            x, y = (i / n - .5) * 3.9, (j / n - .5) * 2.5; p = Vector((x, y, 0)); d = max(abs(x) - 1.25, abs(y) - .60, 0)
            fold = .05 * abs(sin(2.2 * x + .6 * y + 1)) * min(1, d * 3); z = .015 + .10 * d * d + fold + .05 * min(1, d * 2) * (.5 + fbm(p, .9, 2, 4)); vs.append((x, y, max(.012, z)))
    for i in range(n):
        for j in range(n): a = i * (n + 1) + j; fs.append((a, a + n + 1, a + n + 2, a + 1))
    pm = mesh('paper', vs, fs, paper((.86, .82, .72), .7, .08), True, 60); pm.rotation_euler = (0, 0, .12); solidify(pm, .012, -1)
    def slab(L, seed, W=.92, H=.82):
        """A cut piece: faces are not quite flat, edges are soft."""
        o = geo.box('block', (L, W, H), m, (0, 0, 0), 0); import bmesh; bm = bmesh.new(); bm.from_mesh(o.data); bmesh.ops.subdivide_edges(bm, edges=bm.edges, cuts=18, use_grid_fill=True); bm.to_mesh(o.data); bm.free()
        def d(p):
            e = Vector([max(0, abs(c) - (h - .06)) for c, h in zip(p, (L / 2, W / 2, H / 2))]); k = e.length
            if k > .06: p -= Vector([math.copysign(x, c) for x, c in zip(e * (1 - .06 / k), p)])
            return p + Vector((.010 * fbm(p, 1.3, 2, seed), .008 * fbm(p, 1.1, 2, seed + 3), .008 * fbm(p, 1.2, 2, seed + 7)))
        deform(o, d); o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons)); o.data.use_auto_smooth = True; o.data.auto_smooth_angle = rad(60); return o
    b = slab(1.70, 1); b.location = (-.34, 0, .435); b.rotation_euler = (0, 0, rad(-2))
    s = slab(.16, 5); s.matrix_world = Matrix.Translation((.70, -.02, .435)) @ Matrix.Rotation(rad(7), 4, 'Y'); s = slab(.15, 9); s.matrix_world = Matrix.Translation((1.08, -.05, .20)) @ Matrix.Rotation(rad(71), 4, 'Y') @ Matrix.Rotation(rad(4), 4, 'X'); ground(s, .03)


def egg1(mat, seed=0):
    prof = []
    for i in range(41):
        a = pi * i / 40; z = -cos(a) * .66; x = sin(a) * .5 * (1 - .16 * (z / .66)); prof.append((max(0, x), z))
    return lathe('egg', prof, mat, 64, None)


@cached
def eggmat():
    t = NT('egg'); c = t.ramp(t.math('ADD', t.math('MULTIPLY', t.noise(1.5, 3), .4), t.math('MULTIPLY', t.rand(), .7)), [(.15, (.66, .40, .25)), (.5, (.74, .50, .34)), (.85, (.82, .63, .47))]); sp = t.ramp(t.noise(26, 3, .7), [(.62, 0), (.72, .45)])
    c = t.mix(sp, c, (.46, .25, .14)); return t.end(t.bsdf(base=c, rough=.45, spec=.35, sss=.08, sss_col=c, sss_rad=(.1, .06, .04), normal=t.bump(t.noise(45, 3), .07, .02)))


def eggs():
    m = eggmat(); cm = paper((.42, .40, .36), .95, .9); px = 1.16; nx, ny = 3, 2
    def cup(x, y):
        z = 0
        d = 9
        for i in range(nx):
            for j in range(ny): d = min(d, math.hypot(x - (i - 1) * px, y - (j - .5) * px))
        k = min(1, d / .60); return .62 - .48 * max(0, 1 - k ** 2.6)
    W, D = nx * px / 2 + .12, ny * px / 2 + .12; n = 110; nn = 76; vs, fs = [], []
    for i in range(n + 1):
        for j in range(nn + 1):
            x, y = (i / n * 2 - 1) * W, (j / nn * 2 - 1) * D; e = max(abs(x) - W + .10, abs(y) - D + .10, 0) / .10; z = cup(x, y)
            for a in range(nx - 1):
                q = math.hypot(x - (a - .5) * px, y); z += .30 * math.exp(-(q / .17) ** 2)
            vs.append((x, y, z * (1 - e) + .62 * e + .006 * fbm((x, y, z), 12, 2)))
    for i in range(n):
        for j in range(nn): a = i * (nn + 1) + j; fs.append((a, a + nn + 1, a + nn + 2, a + 1))
    mesh('tray', vs, fs, cm, True, 60)
    def ringwall(z0, z1, s0, s1):
        A = [(x, y) for x, y in roundrect(2 * W, 2 * D, .16, 8)]; N = len(A); vs = [(x * s0, y * s0, z0) for x, y in A] + [(x * s1, y * s1, z1) for x, y in A]; mesh('wall', vs, [(i, (i + 1) % N, N + (i + 1) % N, N + i) for i in range(N)], cm, True, 60)
    ringwall(0, .62, .93, 1.0); ringwall(.62, .66, 1.0, 1.03); ringwall(.66, .62, 1.03, .995)
    # open lid standing behind
    def lid():
        A = [(x, y) for x, y in roundrect(2 * W * 1.03, 2 * D * 1.03, .18, 8)]; N = len(A); rings = [(1.0, 0), (.985, .35), (.94, .62), (.88, .70)]; vs = [(x * s, y * s, z) for s, z in rings for x, y in A]
        fs = [(r * N + i, r * N + (i + 1) % N, (r + 1) * N + (i + 1) % N, (r + 1) * N + i) for r in range(3) for i in range(N)] + [tuple(3 * N + i for i in range(N))]; o = mesh('lid', vs, fs, cm, True, 60); solidify(o, .04)
    e = grouped(lid); e.matrix_world = Matrix.Translation((0, D * 1.02, .64)) @ Matrix.Rotation(rad(104), 4, 'X') @ Matrix.Translation((0, D * 1.02, 0)) @ Matrix.Rotation(rad(180), 4, 'Y') @ Matrix.Scale(-1, 4, (1, 0, 0))
    first = None; rnd = R(3)
    for i in range(nx):
        for j in range(ny):
            o = egg1(m) if first is None else dup(first); first = first or o; o.location = ((i - 1) * px, (j - .5) * px, .80); o.rotation_euler = (rnd.uniform(-.08, .08), rnd.uniform(-.08, .08), rnd.uniform(0, 6)); s = rnd.uniform(.96, 1.03); o.scale = (s, s, s)
    o = dup(first); o.location = (1.55, -1.75, .49); o.rotation_euler = (rad(90), .0, rad(60)); 


# ------------------------------------------------------------------ grains
def heap(rad_, h, n, base, mat, size, rnd, z0=0, layers=3, flat=.5, name='heap', jit=.04):
    ms = []
    for i in range(n):
        a = rnd.uniform(0, TAU); q = math.sqrt(rnd.random()) * rad_; z = z0 + h * (1 - (q / rad_) ** 2) - rnd.random() ** 2 * jit * layers; s = size * rnd.uniform(.85, 1.12)
        nrm = Vector((2 * h * q / rad_ ** 2 * cos(a), 2 * h * q / rad_ ** 2 * sin(a), 1)).normalized(); rot = Vector((0, 0, 1)).rotation_difference(nrm)
        ms.append(Matrix.Translation((q * cos(a), q * sin(a), z)) @ rot.to_matrix().to_4x4() @ Euler((rnd.uniform(-flat, flat), rnd.uniform(-flat, flat), rnd.uniform(0, TAU))).to_matrix().to_4x4() @ Matrix.Scale(s, 4))
    return scatter(name, base, ms, mat)


def _grain(L=1, r=.22, n=8, m=7):
    vs = [Vector((-L / 2, 0, 0))]; fs = []
    for i in range(1, n):
        x = -cos(pi * i / n) * L / 2; rr = r * sin(pi * i / n) ** .7
        for k in range(m): vs.append(Vector((x, rr * cos(TAU * k / m), rr * sin(TAU * k / m))))
    vs.append(Vector((L / 2, 0, 0)))
    for k in range(m): fs.append((0, 1 + (k + 1) % m, 1 + k))
    for i in range(n - 2):
        for k in range(m): a = 1 + i * m + k; b = 1 + i * m + (k + 1) % m; fs.append((a, b, b + m, a + m))
    e = 1 + (n - 2) * m
    for k in range(m): fs.append((e + k, e + (k + 1) % m, len(vs) - 1))
    return vs, fs


def rice(kind='white'):
    medium = kind == 'medium'; t = NT('rice'); c = t.ramp(t.island(), [(0, (.70, .65, .55)), (.5, (.80, .77, .69)), (1, (.88, .86, .80))]); m = t.end(t.bsdf(base=c, rough=.28, spec=.5, coat=.1, sss=.30, sss_col=c, sss_rad=(.06, .055, .045)))
    grain, size = (_grain(1, .27), .115) if medium else (_grain(1, .15), .135)
    bowl(1.25, .78, wood('walnut') if medium else ceramic((.22, .30, .29), .25), t=.09 if medium else .06); rnd = R(1); lathe('core', [(0, .98), (.6, .92), (1.0, .78), (1.12, .70)], m, 48, None); heap(1.13, .34, 6200, grain, m, size, rnd, .72, 2, .35)
    ms = [rmat(rnd, (rnd.gauss(1.2, .35), rnd.gauss(-1.1, .25), .018), size, .1) for _ in range(38)]; scatter('loose', grain, [M for M in ms if M.translation.xy.length > 1.05], m)


def _flake():
    vs, fs = [], []; n = 12
    for k in range(n): a = TAU * k / n; r = 1 + .16 * cos(3 * a + 1) + .08 * cos(5 * a); vs.append(Vector((r * cos(a) * .62, r * sin(a) * .46, .05 * cos(2 * a))))
    vs.append(Vector((0, 0, .09))); b = len(vs)
    for k in range(n): vs.append(vs[k] - Vector((0, 0, .07)))
    vs.append(Vector((0, 0, -.02)))
    for k in range(n): fs += [(k, (k + 1) % n, n), (b + (k + 1) % n, b + k, b + n), (k, b + k, b + (k + 1) % n, (k + 1) % n)]
    return vs, fs


@cached
def oatmat():
    t = NT('oat'); c = t.ramp(t.island(), [(0, (.62, .46, .27)), (.5, (.74, .60, .40)), (1, (.83, .72, .54))]); c = t.mix(t.ramp(t.noise(30, 4), [(.5, 0), (.7, .4)]), c, (.52, .36, .19)); return t.end(t.bsdf(base=c, rough=.75, spec=.2, normal=t.bump(t.noise(40, 3), .2, .02)))


def oats():
    m = oatmat(); rnd = R(2); r = .98; prof = [(0, 0), (r - .10, 0), (r - .02, .05), (r, .14), (r, 1.95), (r - .03, 2.08), (r - .14, 2.2), (r - .14, 2.34), (r - .10, 2.36), (r - .10, 2.40)]
    glassjar(prof); lathe('core', [(0, .06), (r - .12, .06), (r - .09, .2), (r - .09, 1.8), (0, 1.85)], m, 64, 50); ms = []
    for i in range(1500):
        a = rnd.uniform(0, TAU); z = rnd.uniform(.09, 1.85); q = r - .055 - rnd.random() * .03; out = Vector((cos(a), sin(a), 0)); rot = Vector((0, 0, 1)).rotation_difference(out)
        ms.append(Matrix.Translation((q * cos(a), q * sin(a), z)) @ rot.to_matrix().to_4x4() @ Euler((rnd.uniform(-.3, .3), rnd.uniform(-.3, .3), rnd.uniform(0, TAU))).to_matrix().to_4x4() @ Matrix.Scale(rnd.uniform(.085, .11), 4))
    scatter('flakes', _flake(), ms, m); heap(r - .07, .14, 420, _flake(), m, .10, rnd, 1.82, 2, .5)
    w = wood('oak'); lathe('lid', [(0, 2.62), (r - .12, 2.62), (r - .07, 2.58), (r - .06, 2.40), (r - .11, 2.36), (r - .15, 2.36), (r - .15, 2.22)], w, 96, 30)
    label_patch(r + .002, .55, 1.5, 120, labels.make('oats', 'Rolled Oats', 'wholegrain', ['750 g', 'ORGANIC'], bg='#EFE7D6', ink='#5B3F22', size=(1100, 900)))
    o = heap(.62, .24, 520, _flake(), m, .10, rnd, .03, 2, .5); o.location = (1.35, -1.05, 0); o = lathe('core2', [(0, .20), (.25, .16), (.45, .08), (.58, 0)], m, 40, None); o.location = (1.35, -1.05, 0)


def bread():
    rnd = R(5); t = NT('crust'); p = t.attr('slash', 'Fac'); n = t.noise(2.4, 6, .65); c = t.ramp(n, [(.28, (.20, .075, .018)), (.5, (.36, .16, .045)), (.72, (.52, .28, .10))]); c = t.mix(p, c, t.ramp(t.noise(9, 5), [(.3, (.62, .42, .20)), (.7, (.78, .60, .36))]))
    zz = t.sep(t.n('NewGeometry', out='Normal'))[2]; fl = t.math('MULTIPLY', t.ramp(t.noise(5, 8, .75), [(.42, 0), (.62, 1)]), t.ramp(zz, [(.15, 0), (.7, .85)])); c = t.mix(fl, c, (.86, .79, .66))
    h = t.math('ADD', t.math('MULTIPLY', t.noise(6, 8, .7), .8), t.math('MULTIPLY', t.voro(11, feature='SMOOTH_F1'), .3)); m = t.end(t.bsdf(base=c, rough=.72, spec=.25, normal=t.bump(h, .55, .08)))
    o = icos('loaf', 1, 7, m)
    sl = [(-.95, 1), (-.32, 1), (.32, 1), (.95, 1)]
    def d(v):
        n0 = v.normalized(); x, y, z = n0.x * 1.95, n0.y * 1.02, n0.z * .92
        x = math.copysign(abs(n0.x) ** .85, n0.x) * 1.95
        k = 1 + .05 * fbm(n0, 1.4, 4, 2.1); x, y, z = x * k, y * k, z * k
        if z < -.45: z = -.45 - (abs(z) - .45) * .12
        if z > 0:
            for sx, _ in sl:
                q = (x + .35 * y - sx); f = math.exp(-(q / .085) ** 2) * max(0, min(1, (.80 - abs(y)) / .25)); z -= .13 * f * (1 if z > .2 else 0); g = math.exp(-((q - .15) / .06) ** 2) * max(0, min(1, (.85 - abs(y)) / .25)); z += .06 * g * (1 if z > .2 else 0)
        return Vector((x, y, z))
    vals = {}
    deform(o, d)
    def at(p):
        if p.z < .2: return 0
        return max(math.exp(-((p.x + .35 * p.y - sx) / .10) ** 4) * max(0, min(1, (.82 - abs(p.y)) / .2)) for sx, _ in sl)
    vattr(o, 'slash', at); o.location = (0, .25, .5); o.rotation_euler = (0, 0, rad(-18))
    # two slices in front
    crumb = NT('crumb'); c = crumb.ramp(crumb.noise(4, 5), [(.3, (.66, .52, .34)), (.7, (.78, .66, .47))]); v = crumb.voro(9, feature='SMOOTH_F1'); c = crumb.mix(crumb.ramp(v, [(.06, .55), (.24, 0)]), c, (.46, .32, .17)); cm = crumb.end(crumb.bsdf(base=c, rough=.9, spec=.1, sss=.1, sss_col=c, sss_rad=(.06, .05, .03), normal=crumb.bump(crumb.math('ADD', crumb.ramp(v, [(.05, 0), (.3, 1)]), crumb.math('MULTIPLY', crumb.noise(30, 4), .4)), .7, .05)))
    S = [(1.0 * cos(TAU * k / 72) * (1 + .02 * cos(3 * TAU * k / 72)), (.72 * sin(TAU * k / 72) if sin(TAU * k / 72) > -.6 else -.45 + .05 * sin(TAU * k / 72))) for k in range(72)]
    for i, (loc, rot) in enumerate((((.25, -1.42, .075), (rad(2), 0, rad(24))), ((-1.25, -1.30, .22), (rad(-12), rad(-14), rad(-8))))):
        def f():
            vs = [(x * s, y * s, z) for s, z in ((.97, -.09), (1, -.06), (1, .06), (.97, .09)) for x, y in S]; N = 72; mesh('sc', vs, [(r * N + j, r * N + (j + 1) % N, (r + 1) * N + (j + 1) % N, (r + 1) * N + j) for r in range(3) for j in range(N)], m, True, 60)
            vs = [(0, .05, .092)] + [(x * .97 * q / 6, (y * .97) * q / 6 + .05 * (1 - q / 6), .092 + .004 * (q < 6)) for q in range(1, 7) for x, y in S]; mesh('cr', vs, [(0, 1 + j, 1 + (j + 1) % N) for j in range(N)] + [(1 + q * N + j, 1 + (q + 1) * N + j, 1 + (q + 1) * N + (j + 1) % N, 1 + q * N + (j + 1) % N) for q in range(5) for j in range(N)], cm, True, None)
        e = grouped(f); e.location = loc; e.rotation_euler = rot


def pasta(kind='fusilli', n=64, whole=False, dish=None):
    t = NT('pasta'); c = t.ramp(t.math('ADD', t.math('MULTIPLY', t.noise(5, 4), .5), t.math('MULTIPLY', t.rand(), .5)), [(.2, (.74, .48, .15)), (.5, (.82, .58, .22)), (.8, (.88, .68, .32))] if not whole else [(.2, (.36, .19, .075)), (.5, (.46, .27, .12)), (.8, (.56, .36, .18))])
    if whole: c = t.mix(t.ramp(t.voro(30), [(.05, .6), (.12, 0)]), c, (.22, .10, .04))
    m = t.end(t.bsdf(base=c, rough=.38, spec=.45, coat=.06, coat_rough=.3, sss=.20, sss_col=c, sss_rad=(.14, .09, .03), normal=t.bump(t.noise(14, 2), .05, .02))); rnd = R(2)
    if kind == 'spaghetti':
        ms = []; L = 5.2; base = raw(tube('s', [Vector((0, 0, -L / 2)), Vector((0, 0, L / 2))], .035, None, n=8)); pts = []
        for k in range(190):
            q = math.sqrt((k + .5) / 190) * .50; a = k * 2.39996; x, y = q * cos(a), q * sin(a); sp = rnd.uniform(.0, .05); ms.append(Matrix.Translation((x, y, rnd.uniform(-.05, .05))) @ Euler((-x * .22 + rnd.uniform(-.012, .012), -y * .22 + rnd.uniform(-.012, .012), 0)).to_matrix().to_4x4())
        o = scatter('spag', base, ms, m); o.rotation_euler = (0, rad(90), 0); o.location = (0, 0, .62)
        tw = paper((.50, .36, .20), .9, .6)
        for q in (-.06, .04): tube('tw', [Vector((q, (.545) * cos(TAU * k / 60), .62 + .545 * sin(TAU * k / 60))) for k in range(60)], .045, tw, True)
        tube('tw', spline([(0, -.1, 1.16), (.25, -.35, 1.28), (.3, -.5, 1.1), (0, -.12, 1.17), (-.3, -.45, 1.16), (-.35, -.6, .9)], 40), .04, tw)
        for o in list(geo.COL.objects): o.matrix_world = Matrix.Rotation(rad(-24), 4, 'Z') @ o.matrix_basis
        bpy.context.view_layer.update(); return
    # fusilli: three-bladed helix
    sec = []
    for k in range(3):
        a = TAU * k / 3
        for q, w in ((.05, -.55), (.20, -.16), (.22, 0), (.20, .16)): sec.append((q * cos(a + w), q * sin(a + w)))
    f0 = sweep('fusilli', [Vector((0, 0, -.5 + i / 44)) for i in range(45)], sec, m, False, (1, 0, 0), None, TAU * 1.55, autosmooth=50)
    bowl(1.35, .80, dish or ceramic((.84, .82, .77) if not whole else (.20, .27, .24), .3)); bw = geo.COL.objects[-1]; bw = [o for o in geo.COL.objects if o.name.startswith('bowl')][0]; obs = [f0] + [dup(f0) for _ in range(n - 1)]
    for i, o in enumerate(obs): o.matrix_world = rmat(rnd, (rnd.uniform(-.7, .7), rnd.uniform(-.7, .7), .6 + .16 * (i // 4)), rnd.uniform(.62, .70))
    w = lathe('w', [(1.05, .7), (1.12, 8)], None, 40); simulate(obs, [bw, w], 110, .8); bpy.data.objects.remove(w)


# ------------------------------------------------------------------ snacks & drinks
@cached
def almondmat():
    t = NT('almond'); v = t.noise(6, 5, .6, t.map(t.co(), (.35, 3, 3))); c = t.ramp(t.math('ADD', v, t.math('MULTIPLY', t.math('SUBTRACT', t.rand(), .5), .3)), [(.3, (.20, .075, .025)), (.5, (.33, .14, .05)), (.72, (.47, .24, .10))]); return t.end(t.bsdf(base=c, rough=.58, spec=.3, normal=t.bump(v, .45, .05)))


def almond_base():
    o = icos('almond', 1, 4, almondmat())
    def d(p):
        x = p.x; w = (1 - .30 * x - .1 * x * x); tip = max(0, x) ** 3
        return Vector((x * .5 + .06 * tip, p.y * .29 * w * (1 - .35 * tip), p.z * .19 * w * (1 - .3 * tip))) * (1 + .02 * fbm(p, 2, 2))
    return deform(o, d)


def almonds(n=95):
    rnd = R(4); bw = bowl(1.25, .62, wood('walnut'), t=.09); b = almond_base(); obs = [b] + [dup(b) for _ in range(n - 1)]
    for i, o in enumerate(obs): o.matrix_world = rmat(rnd, (rnd.uniform(-.6, .6), rnd.uniform(-.6, .6), .6 + .11 * (i // 5)), rnd.uniform(.52, .60))
    w = lathe('w', [(1.02, .55), (1.1, 9)], None, 40); simulate(obs, [bw, w], 110, .85); bpy.data.objects.remove(w)
    for x, y, r in ((1.35, -1.0, .4), (1.0, -1.45, 2.0), (-1.3, -1.05, 1.2), (1.75, -.6, 2.8)): o = dup(b); o.matrix_world = Matrix.Translation((x, y, .105)) @ Euler((0, 0, r)).to_matrix().to_4x4() @ Matrix.Scale(.57, 4)


def snackbar():
    rnd = R(6); base = NT('barbase'); c = base.ramp(base.noise(5, 6, .7), [(.3, (.17, .075, .028)), (.55, (.30, .15, .058)), (.8, (.42, .24, .10))]); bm = base.end(base.bsdf(base=c, rough=.36, spec=.45, coat=.35, coat_rough=.22, sss=.05, sss_col=c, sss_rad=(.1, .05, .02), normal=base.bump(base.noise(7, 6, .65), .5, .07)))
    raisin = fruitmat('raisin', ((.3, (.022, .010, .010)), (.7, (.06, .022, .016))), rough=.42, coat=.15, bump=.8, bscale=9); cran = fruitmat('cran', ((.3, (.13, .012, .014)), (.7, (.24, .022, .022))), rough=.34, coat=.3, bump=.6, bscale=8)
    seedm = fruitmat('pumpkin', ((.3, (.12, .17, .055)), (.7, (.20, .25, .09))), rough=.45, coat=.05, jitter=.3); om = oatmat(); am = almondmat()
    flake = raw(deform(icos('i', 1, 3), lambda p: Vector((p.x * .66, p.y * .48, p.z * .10)) * (1 + .10 * fbm(p, 1.4, 2, 3))))
    rb = raw(deform(icos('i', 1, 3), lambda p: Vector((p.x, p.y * .75, p.z * .6)) * (1 + .22 * fbm(p, 1.6, 3, 2)))); sbr = raw(deform(icos('i', 1, 3), lambda p: Vector((p.x, p.y * .5 * (1 - .3 * p.x), p.z * .22)))); abr = raw(almond_base())
    def bar(seed):
        def f():
            L, W, H = 2.7, 1.05, .46; o = geo.box('bar', (L, W, H), bm, (0, 0, H / 2), 0); import bmesh; b = bmesh.new(); b.from_mesh(o.data); bmesh.ops.subdivide_edges(b, edges=b.edges, cuts=30, use_grid_fill=True); b.to_mesh(o.data); b.free()
            def d(p):
                q = p.copy(); e = Vector([max(0, abs(c2) - (h - .10)) for c2, h in zip(q, (L / 2, W / 2, H / 2))]); k = e.length
                if k > .10: q -= Vector([math.copysign(x, c2) for x, c2 in zip(e * (1 - .10 / k), q)])
                return q + q.normalized() * .05 * fbm(q, 2.2, 4, seed)
            deform(o, d); o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons)); ms = {k: [] for k in 'oracs'}; taken = []
            for i in range(2600):
                face = rnd.choice('tttttffbe'); x, y, z = rnd.uniform(-L / 2 + .06, L / 2 - .06), rnd.uniform(-W / 2 + .06, W / 2 - .06), rnd.uniform(.06, H - .06)
                p, n = {'t': (Vector((x, y, H)), Vector((0, 0, 1))), 'f': (Vector((x, -W / 2, z)), Vector((0, -1, 0))), 'b': (Vector((x, W / 2, z)), Vector((0, 1, 0))), 'e': (Vector((math.copysign(L / 2, x), y, z)), Vector((math.copysign(1, x), 0, 0)))}[face]
                k = rnd.choice('aarrrcccsssss') if i < 60 else 'o'; s = dict(o=.15, r=.115, c=.10, s=.11, a=.40)[k] * rnd.uniform(.85, 1.15); foot = dict(o=.062, r=.11, c=.10, s=.085, a=.17)[k]
                if k == 'a' and face != 't': continue
                if any((p - q).length < (foot + g) * .92 for q, g in taken): continue
                taken.append((p, foot)); tl = .30 if k == 'o' else .12
                ms[k].append(Matrix.Translation(p - n * dict(o=.004, r=.035, c=.03, s=.008, a=.045)[k]) @ Vector((0, 0, 1)).rotation_difference(n).to_matrix().to_4x4() @ Euler((rnd.uniform(-tl, tl), rnd.uniform(-tl, tl), rnd.uniform(0, 6))).to_matrix().to_4x4() @ Matrix.Scale(s, 4))
            scatter('o', flake, ms['o'], om); scatter('r', rb, ms['r'], raisin); scatter('c', rb, ms['c'], cran); scatter('s', sbr, ms['s'], seedm); scatter('a', abr, ms['a'], am)
        return grouped(f)
    a = bar(1); a.location = (-.1, .62, 0); a.rotation_euler = (0, 0, rad(12)); b = bar(7); b.location = (.12, -.58, 0); b.rotation_euler = (0, 0, rad(-7)); c = bar(13); c.location = (.0, .05, .47); c.rotation_euler = (0, 0, rad(31))


@cached
def honeymat():
    t = NT('honey'); f = t.facing(.4); c = t.ramp(f, [(0, (.80, .36, .03)), (.55, (.62, .22, .012)), (1, (.30, .08, .004))]); return t.end(t.bsdf(base=c, rough=.08, spec=.6, coat=.6, coat_rough=.02, sss=.5, sss_col=(.95, .5, .06), sss_rad=(.6, .3, .05)))


def honey():
    prof = [(0, 0), (.80, 0), (.90, .06), (.93, .18), (.93, .95), (.90, 1.12), (.78, 1.26), (.74, 1.32), (.74, 1.44), (.78, 1.46), (.78, 1.50)]
    glassjar(prof, .05, 1.22, honeymat()); lathe('lid', [(0, 1.66), (.78, 1.66), (.82, 1.63), (.83, 1.46), (.81, 1.42)], metal('yellow', .22), 96, 35)
    label_patch(.932, .24, .92, 130, labels.make('honey', 'Wild Honey', 'raw blossom honey', ['500 g', 'ORGANIC'], bg='#FBF3DC', ink='#7A4A10', size=(1150, 760)))
    # dipper
    w = wood('pale'); prof = [(0, -.0)]
    for i in range(7): z = .06 + i * .105; r = .25 * sin(pi * (i + 1) / 8) ** .5; prof += [(r, z), (r, z + .055), (.11, z + .06), (.11, z + .10)]
    prof += [(.055, .85), (.05, 2.1), (.065, 2.2), (.05, 2.28), (0, 2.3)]
    d = lathe('dip', prof, w, 40, 40); d.matrix_world = Matrix.Translation((1.55, -.95, .20)) @ Matrix.Rotation(rad(32), 4, 'Z') @ Matrix.Rotation(rad(-88), 4, 'X')
    hm = honeymat(); pl = lathe('pool', [(0, .055), (.3, .05), (.48, .035), (.56, .012), (.57, 0)], hm, 64, None, lambda th, r, z: r * (1 + .10 * cos(3 * th) + .05 * cos(5 * th + 1))); pl.location = (1.35, -.70, .0)


def juice():
    prof = [(0, .0), (.56, 0), (.66, .06), (.68, .16), (.68, 1.55), (.66, 1.75), (.56, 2.02), (.40, 2.34), (.32, 2.62), (.30, 2.86), (.35, 2.88), (.35, 2.94), (.30, 2.96), (.30, 3.02)]
    t = NT('oj'); c = t.ramp(t.noise(3, 5), [(.3, (.90, .36, .012)), (.7, (.95, .44, .03))]); m = t.end(t.bsdf(base=c, rough=.3, sss=.35, sss_col=c, sss_rad=(.3, .15, .04), spec=.4)); glassjar(prof, .035, 2.66, m)
    lathe('cap', [(0, 3.20), (.33, 3.20), (.36, 3.17), (.365, 2.96), (.35, 2.93)], plastic((.80, .78, .72), .4), 64, 35, lambda t, r, z: r * (1 + .014 * math.copysign(1, sin(36 * t))) if r > .35 and 2.95 < z < 3.15 else r)
    label_patch(.682, .40, 1.35, 170, labels.make('juice', 'Orange', 'cold-pressed juice', ['750 ml', 'NOTHING ADDED'], bg='#FFF8EA', ink='#C75B12', band='#F08A24'))
    e = citrus1('orange', 2, True); e.scale = (.60,) * 3; e.location = (1.12, -.42, .46); e.rotation_euler = (rad(58), 0, rad(20)); e = citrus1('orange', 4); e.scale = (.58,) * 3; e.location = (1.25, .75, .55); e.rotation_euler = (.2, .4, 0)


def tea():
    r = .82; tin = metal('silver', .28); g = plastic((.055, .14, .085), .38, .15)
    lathe('tin', [(0, 0), (r - .03, 0), (r, .03), (r, 1.75), (r - .02, 1.77)], g, 96, 30); lathe('lid', [(r - .02, 1.765), (r + .018, 1.77), (r + .02, 1.80), (r + .02, 2.20), (r - .02, 2.25), (r - .25, 2.26), (r - .27, 2.30), (0, 2.31)], g, 96, 30)
    torus_(r + .004, .014, metal('yellow', .2), 1.765); label_patch(r + .002, .30, 1.45, 150, labels.make('tea', 'Green Tea', 'Sencha, whole leaf', ['100 g', 'ORGANIC'], bg='#EFEBDD', ink='#1F4030', size=(1200, 1150)), .6)
    t = NT('tealeaf'); c = t.ramp(t.island(), [(0, (.025, .05, .015)), (.6, (.06, .10, .03)), (1, (.12, .16, .06))]); m = t.end(t.bsdf(base=c, rough=.6, spec=.3)); rnd = R(3); vs, fs = [], []
    tw = raw(sweep('tl', [Vector((.02 * sin(i), .1 * sin(i * .35), -.5 + i / 9)) for i in range(10)], roundrect(.10, .035, .01, 1), None, twist=5, cap=True, scale=lambda u: .25 + sin(pi * u)))
    o = scatter('leaves', tw, [Matrix.Translation((q * cos(a), q * sin(a), .025 + .24 * max(0, 1 - (q / .62) ** 2) * rnd.random() ** .4)) @ Euler((rad(90) + rnd.uniform(-.35, .35), rnd.uniform(-.3, .3), rnd.uniform(0, 6))).to_matrix().to_4x4() @ Matrix.Scale(rnd.uniform(.16, .30), 4) for q, a in ((abs(rnd.gauss(0, .30)), rnd.uniform(0, TAU)) for _ in range(650))], m); o.location = (1.15, -.75, 0)


def torus_(R0, r, m, z): return tube('ring', [Vector((R0 * cos(TAU * i / 96), R0 * sin(TAU * i / 96), z)) for i in range(96)], r, m, True, 12)


def kombucha():
    prof = [(0, .0), (.50, 0), (.58, .05), (.60, .14), (.60, 1.55), (.58, 1.72), (.46, 1.98), (.30, 2.24), (.235, 2.50), (.22, 2.78), (.255, 2.80), (.26, 2.88), (.22, 2.90)]
    t = NT('kb'); f = t.facing(.35); c = t.ramp(f, [(0, (.46, .125, .012)), (.5, (.30, .07, .006)), (1, (.09, .02, .003))]); m = t.end(t.bsdf(base=c, rough=.15, spec=.5, sss=.35, sss_col=(.9, .35, .05), sss_rad=(.5, .2, .04))); glassjar(prof, .03, 2.42, m, tint=(.97, .78, .50))
    lathe('cap', [(0, 3.0), (.20, 3.0), (.25, 2.97), (.275, 2.86), (.28, 2.82)], metal('black', .3), 84, 30, lambda t, r, z: r * (1 + .05 * max(0, (2.93 - z) / .1) * cos(21 * t)))
    label_patch(.602, .36, 1.42, 200, labels.make('kombucha', 'Kombucha', 'ginger & lemon', ['330 ml', 'RAW'], bg='#F2EEE3', ink='#22364A', band='#D9A441'))
    e = citrus1('lemon', 2, True); e.scale = (.46,) * 3; e.location = (.92, -.50, .34); e.rotation_euler = (rad(60), 0, rad(24))
    rnd = R(2); g = fruitmat('ginger', ((.3, (.50, .34, .16)), (.7, (.66, .48, .26))), rough=.65, coat=0, bump=.5, bscale=10, noise_s=4)
    o = icos('ginger', 1, 5, g); deform(o, lambda p: Vector((p.x * .52, p.y * .26, p.z * .22)) * (1 + .35 * fbm(p, 1.3, 3, 5))); o.location = (1.25, .35, .20); o.rotation_euler = (0, 0, .5)
    o = icos('ginger', 1, 4, g); deform(o, lambda p: Vector((p.x * .25, p.y * .17, p.z * .16)) * (1 + .3 * fbm(p, 1.6, 3, 9))); o.location = (1.05, .02, .17); o.rotation_euler = (0, .3, 1.6)



def eggbowl(n=7):
    m = eggmat(); rnd = R(8); bw = bowl(1.35, .80, ceramic((.80, .78, .72), .25)); b = egg1(m); obs = [b] + [dup(b) for _ in range(n - 1)]
    for i, o in enumerate(obs): o.matrix_world = rmat(rnd, (rnd.uniform(-.5, .5), rnd.uniform(-.5, .5), .9 + .45 * (i // 3)), rnd.uniform(.78, .86))
    w = lathe('w', [(1.05, .7), (1.12, 8)], None, 40); simulate(obs, [bw, w], 110, .6); bpy.data.objects.remove(w); strays(obs, 1.4, 1.4)


def almondjar():
    """Raw almonds in a preserving jar."""
    rnd = R(12); r = .92; prof = [(0, 0), (r - .08, 0), (r - .01, .05), (r, .14), (r, 1.5), (r - .03, 1.62), (r - .12, 1.72), (r - .12, 1.86)]
    b = almond_base(); V, Fc = raw(b); ms = []
    for i in range(420):
        a = i * 2.39996 + rnd.uniform(-.2, .2); z = .14 + 1.36 * (i / 420); q = r - .15 - rnd.random() * .05; out = Vector((cos(a), sin(a), rnd.uniform(-.2, .2))).normalized(); rot = Vector((0, 0, 1)).rotation_difference(out)
        ms.append(Matrix.Translation((q * cos(a), q * sin(a), z)) @ rot.to_matrix().to_4x4() @ Euler((rnd.uniform(-.35, .35), rnd.uniform(-.35, .35), rnd.uniform(0, TAU))).to_matrix().to_4x4() @ Matrix.Scale(.46 * rnd.uniform(.92, 1.06), 4))
    scatter('al', (V, Fc), ms, almondmat()); lathe('core', [(0, .05), (r - .16, .06), (r - .16, 1.48), (0, 1.5)], almondmat(), 48, None)
    heap(r - .18, .12, 60, (V, Fc), almondmat(), .46, rnd, 1.50, 1, .3)
    o = lathe('glass', prof, thinglass((1, 1, 1), .6), 96, 50); o.visible_shadow = o.visible_diffuse = False
    lathe('lid', [(0, 2.02), (r - .06, 2.02), (r - .02, 1.99), (r - .01, 1.76), (r - .05, 1.73), (0, 1.73)], wood('pale'), 96, 30)
    label_patch(r + .002, .50, 1.28, 110, labels.make('almonds', 'Almonds', 'raw, in their skins', ['250 g', 'ORGANIC'], bg='#F1E8D8', ink='#5A3317', size=(1100, 860)))
    for x, y, q in ((1.30, -.9, .4), (1.02, -1.3, 2.0), (1.62, -.55, 2.8), (-1.2, -.95, 1.1)): scatter('l', (V, Fc), [Matrix.Translation((x, y, .10)) @ Euler((0, 0, q)).to_matrix().to_4x4() @ Matrix.Scale(.50, 4)], almondmat())


def honeygift():
    """A jar and a dipper in an open gift box with wood wool."""
    kraft = paper((.46, .33, .20), .85, .3); W, D2, H, T = 3.3, 2.2, .95, .05
    for loc, size in (((0, 0, T / 2), (W, D2, T)), ((0, D2 / 2, H / 2), (W, T, H)), ((0, -D2 / 2, H / 2), (W, T, H)), ((W / 2, 0, H / 2), (T, D2, H)), ((-W / 2, 0, H / 2), (T, D2, H))): geo.box('bx', size, kraft, loc, .012, 2)
    lid = geo.box('lid', (W + .12, D2 + .12, .09), kraft, (0, 0, 0), .02, 2); lid.matrix_world = Matrix.Translation((.35, D2 / 2 + .38, .98)) @ Matrix.Rotation(rad(74), 4, 'X') @ Matrix.Rotation(rad(3), 4, 'Z')
    rnd = R(3); t = NT('wool'); c = t.ramp(t.island(), [(0, (.62, .46, .28)), (.5, (.76, .62, .42)), (1, (.86, .75, .56))]); wm = t.end(t.bsdf(base=c, rough=.8, spec=.2)); V, F2 = [], []
    for i in range(520):
        x, y, z = rnd.uniform(-W / 2 + .2, W / 2 - .2), rnd.uniform(-D2 / 2 + .2, D2 / 2 - .2), rnd.uniform(.30, .62); a = rnd.uniform(0, TAU); L = rnd.uniform(.3, .6); cur = rnd.uniform(-2.6, 2.6); w = .022; P = []; p = Vector((x, y, z)); dz = rnd.uniform(-.25, .25)
        for k in range(8): P.append(p.copy()); a += cur * .25; p += Vector((cos(a), sin(a), dz)) * (L / 8); p.x = max(-W / 2 + .08, min(W / 2 - .08, p.x)); p.y = max(-D2 / 2 + .08, min(D2 / 2 - .08, p.y))
        b = len(V)
        for k, q in enumerate(P): s2 = Vector((-sin(a), cos(a), .8 * sin(k + i))).normalized() * w; V += [q - s2, q + s2]
        F2 += [(b + 2 * k, b + 2 * k + 2, b + 2 * k + 3, b + 2 * k + 1) for k in range(7)]
    mesh('wool', V, F2, wm, True); geo.box('bed', (W - .2, D2 - .2, .4), wm, (0, 0, .28), .05)
    def jar():
        prof = [(0, 0), (.80, 0), (.90, .06), (.93, .18), (.93, .95), (.90, 1.12), (.78, 1.26), (.74, 1.32), (.74, 1.44)]
        glassjar(prof, .05, 1.22, honeymat()); lathe('lid2', [(0, 1.66), (.78, 1.66), (.82, 1.63), (.83, 1.42), (.81, 1.38), (0, 1.38)], metal('yellow', .22), 96, 35)
        label_patch(.932, .24, .92, 130, labels.make('honey', 'Wild Honey', 'raw blossom honey', ['500 g', 'ORGANIC'], bg='#FBF3DC', ink='#7A4A10', size=(1150, 760)))
    e = grouped(jar); e.matrix_world = Matrix.Translation((-.55, -.05, .42)) @ Matrix.Rotation(rad(8), 4, 'Z') @ Matrix.Rotation(rad(-24), 4, 'X') @ Matrix.Scale(.95, 4)
    w = wood('pale'); prof = [(0, -.0)]
    for i in range(7): z = .06 + i * .105; r = .25 * sin(pi * (i + 1) / 8) ** .5; prof += [(r, z), (r, z + .055), (.11, z + .06), (.11, z + .10)]
    prof += [(.055, .85), (.05, 1.75), (.065, 1.85), (.05, 1.93), (0, 1.95)]
    d = lathe('dip', prof, w, 40, 40); d.matrix_world = Matrix.Translation((.92, -.75, .72)) @ Matrix.Rotation(rad(-10), 4, 'Z') @ Matrix.Rotation(rad(-88), 4, 'X')


def unsalted():
    """A wrapped brick of butter, and one that is open."""
    m = _cheesemat('butter'); pm = paper((.90, .89, .85), .55, .06)
    def brick():
        L, W, H = 2.1, 1.05, .78; geo.box('wrap', (L, W, H), pm, (0, 0, H / 2), .05, 4)
        n = 2; p = labels.make('unsalted', 'Butter', 'cultured · unsalted', ['250 g', 'ORGANIC'], bg='#F4F3EC', ink='#2F4A63', band='#7F9DB8', size=(1500, 760))
        mesh('lab', [(-L / 2 + .06, -W / 2 + .05, H + .004), (L / 2 - .06, -W / 2 + .05, H + .004), (L / 2 - .06, W / 2 - .05, H + .004), (-L / 2 + .06, W / 2 - .05, H + .004)], [(0, 1, 2, 3)], label(p, .5), True, None, [(0, 0), (1, 0), (1, 1), (0, 1)])
        mesh('lab2', [(-L / 2 + .06, -W / 2 - .004, .06), (L / 2 - .06, -W / 2 - .004, .06), (L / 2 - .06, -W / 2 - .004, H - .06), (-L / 2 + .06, -W / 2 - .004, H - .06)], [(0, 1, 2, 3)], label(p, .5), True, None, [(0, 0), (1, 0), (1, 1), (0, 1)])
        for s2 in (-1, 1):     # folded ends
            for k in (-1, 1): mesh('fold', [(s2 * (L / 2 + .006), k * W / 2 * .96, .03), (s2 * (L / 2 + .012), 0, H * .52), (s2 * (L / 2 + .006), k * W / 2 * .96, H - .03)], [(0, 1, 2)], pm)
    a = grouped(brick); a.location = (-.2, .62, 0); a.rotation_euler = (0, 0, rad(10)); b = grouped(brick); b.location = (.1, -.60, 0); b.rotation_euler = (0, 0, rad(-6)); c = grouped(brick); c.location = (-.02, .06, .79); c.rotation_euler = (0, 0, rad(-16))
