// Two reports, each with a rewriting, and with an independent report on the same event: written for tests.

/** By language: the `report`, its rewriting `retold`, and an `other` one. A line is a paragraph. */
export const RETOLD = {
  en: {
    report: {
      title: 'Fire at the Torvale mill leaves 140 without work',
      text: `Fire destroyed the weaving hall of the Torvale mill early on 14 March 2026, and 140 people will have no
work until autumn. The alarm came at 3.40 am from the night watchman, Edwin Pell, who had smelt smoke near a drying
oven.

Eleven engines from Torvale, Ambry and Cold Harrow fought the flames for nine hours; two firefighters were treated for
burns. Hanna Dorrit, who owns the mill, put the loss at 6.3 million pounds.

“The looms of 1911 cannot be bought anywhere,” she said. The insurer Castlegate will pay for the roof, not for the 38
looms. Orders for 52,000 metres of sailcloth go to a mill in Brenlow.

The hall had last burnt in 1957, when a spark from a lorry set bales of hemp alight.`,
    },
    retold: {
      title: 'No sailcloth before the leaves fall',
      text: `There will be nothing to weave at Torvale before the autumn: 140 workers were sent home after flames ate
the weaving hall of its mill in the small hours of March 14, 2026. Edwin Pell, on night watch, raised the alarm at 3.40
am because a drying oven smelt of smoke.

Crews arrived with eleven engines, from Ambry and Cold Harrow as well as Torvale itself, yet needed nine hours; burns
sent two of them to the doctor. The damage is reckoned at £6.3 million by the owner, Hanna Dorrit.

“The looms of 1911 cannot be bought anywhere,” Dorrit complained. Castlegate, her insurer, covers the roof but none of
the 38 looms. A mill at Brenlow takes over orders for sailcloth, 52,000 metres of it.

Hemp bales lit by the spark of a lorry had burnt the same hall once before, in 1957.`,
    },
    other: {
      title: 'Why did the hydrants of Torvale run dry?',
      text: `The council of Torvale wants to know why hydrants ran dry when the mill burnt on Saturday. Councillor Miles
Orrin said that crews had to pump water from the canal, 600 metres away, for the first two hours.

A report of 2019 had warned that the mains under Fuller Street, laid in 1934, lost a third of their pressure at night.
The water company Northmere answered that it had replaced 4.5 kilometres of pipe since, at a cost of 900,000 pounds.

Residents of 27 houses were put up in the gym of the school; Joan Tasker, 81, said she was given tea and a blanket, but
no news. The hearing is on 2 April in the town hall, and the owner of the mill has been invited.`,
    },
  },
  zh: {
    report: {
      title: '青阳渡大桥提前四十天合龙',
      text: `6月18日凌晨3时20分，横跨岚江的青阳渡大桥完成最后一节钢箱梁吊装，比原计划提前40天合龙。这座双塔斜拉桥全长2860米，主跨648米，总投资31.7亿元，由中岳桥隧公司承建。

项目总工程师罗明远介绍，合龙段重186吨，吊装时两侧高差控制在4毫米以内。“江上风大，我们等了整整六个晚上。”罗明远说。

大桥2023年9月开工，高峰期有1150名工人同时作业，去年8月的洪水曾使北岸基坑停工23天。通车后，青阳县到岚州市的车程将由95分钟缩短到35分钟。

渡口的老船工周广福今年67岁，摆渡41年，他的三条渡船将在大桥通车后停航，其中一条会送进县博物馆。大桥计划于今年11月30日通车，小客车通行费暂定15元。`,
    },
    retold: {
      title: '天堑将成通途，岚江上的新桥连起来了',
      text: `再过几个月，从青阳县开车去岚州市只要35分钟，而现在要花95分钟。6月18日3时20分，夜色里最后一节钢箱梁稳稳就位，岚江上的青阳渡大桥宣告合龙，工期抢出了40天。

据总工程师罗明远透露，这一节梁有186吨重，两边落差不能超过4毫米。“江上风大，我们等了整整六个晚上。”他这样形容。

桥是双塔斜拉式，648米的主跨之外，整座桥长达2860米，花费31.7亿元，施工方为中岳桥隧公司。自2023年9月动工以来，工地上人最多时有1150名工人；去年8月一场洪水，让北岸基坑耽搁了23天。

67岁的周广福在渡口撑了41年船，大桥一通，他那三条渡船就要歇下，有一条将被县博物馆收藏。按照安排，今年11月30日放行车辆，小客车每次收15元（暂定）。`,
    },
    other: {
      title: '青阳渡大桥合龙之后，老街商户盼客流',
      text: `青阳渡大桥合龙的消息传来，渡口老街的商户们忙着盘算今后的生意。开了19年面馆的许桂兰说，过去等船的客人一坐就是半个钟头，一天能卖出260碗面，往后车子直接上桥，客人还停不停，谁也说不准。

县商务局副局长贺建平表示，准备投入820万元改造老街，修一个能停300辆车的停车场，另建一处观江平台，争取明年5月1日前开放。老街现有商铺74家，其中12家已经挂出转让的牌子。

“光有停车场不够，得有让人下车的理由。”经营茶铺的年轻人沈一舟提出办夜市，每周五、周六营业到零点。

岚州大学副教授袁静带学生做过调查，462份问卷里，有六成游客愿意停留两小时以上。`,
    },
  },
};
